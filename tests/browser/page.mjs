// What the tests of the page share: reading its pictures, numbers and address.

/** The figures of the page in every model, by the identifiers of crates/figure. */
export const figures = ["timeline", "requests", "starts", "restarts", "delays"];

/** A link to the model whose numbers client-go's curve gives by hand. */
export const backoffObject = "#v1";

/** Waits until everything that changed has been drawn. */
export async function settled(page) {
  await page.waitForFunction(() => !document.querySelector("#results[aria-busy]"));
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    await frame();
  });
}

/** What every canvas shows, as comparable text. */
export async function pictures(page) {
  await settled(page);
  return Object.fromEntries(
    await page.evaluate(
      (names) => names.map((name) => [name, document.getElementById(`${name}-canvas`).toDataURL()]),
      figures,
    ),
  );
}

/** The figures whose picture differs. */
export function changed(before, after) {
  return figures.filter((name) => before[name] !== after[name]);
}

/** The cells of the numbers table, a list for each row. */
export async function numbers(page) {
  await settled(page);
  return page.locator("#numbers tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  );
}

/** The fragment of the address, once it has stopped changing. */
export async function fragment(page) {
  await page.waitForTimeout(700);
  return page.evaluate(() => location.hash);
}

/** The slider of a field, by the field's identifier. */
export function slider(page, id) {
  return page.locator(`.row:has(#${id}) input[type=range]`);
}

/** Drops a file onto the page as a file manager would. */
export function dropFile(page, name, text) {
  return dropFiles(page, { [name]: text });
}

/** Drops files, texts by their names, onto the page at once. */
export async function dropFiles(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}
