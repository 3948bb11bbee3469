//! A static server for dist/, on this machine only, never cached.
//!
//! Written here because the page needs right media types, a second address below a sub-path and
//! reloading that its Content-Security-Policy lets through, and nothing else that a library has.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use crate::problem::{Explain, Problem, Result};

/// The files are served here too, as on a host with many projects.
pub(crate) const SUB_PATH: &str = "/some/sub/path/";

/// The longest request line and header block that is read.
const REQUEST_BYTES: u64 = 16 * 1024;

/// How long a client may take for its request.
const PATIENCE: Duration = Duration::from_secs(10);

const RELOAD_SCRIPT: &str = "\
let seen;
setInterval(async () => {
  const now = await fetch('./__version').then((answer) => answer.text()).catch(() => seen);
  if (seen !== undefined && now !== seen) location.reload();
  seen = now;
}, 1000);
";

/// What a watched page shows until Trunk has built it once.
const BUILDING: &str = "<head></head><p>The page is being built.</p>";

/// A bound server.
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
    files: Files,
}

/// What is served.
#[derive(Debug, Clone)]
struct Files {
    folder: PathBuf,
    /// Whether pages reload when dist/ changes.
    reload: bool,
}

#[derive(Debug, PartialEq, Eq)]
struct Response {
    status: &'static str,
    media_type: &'static str,
    body: Vec<u8>,
}

impl Server {
    /// Takes the port. Port 0 is any free one.
    pub(crate) fn bind(folder: PathBuf, port: u16, reload: bool) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).explain(
            format!("Port {port} cannot be served"),
            "give another one with --port, or --port 0 for any",
        )?;
        Ok(Self {
            listener,
            files: Files { folder, reload },
        })
    }

    pub(crate) fn address(&self) -> String {
        let port = self.listener.local_addr().map_or(0, |address| address.port());
        format!("http://127.0.0.1:{port}/")
    }

    /// Serves until the program ends.
    pub(crate) fn run(self) {
        for client in self.listener.incoming().flatten() {
            let files = self.files.clone();
            thread::spawn(move || {
                // A client that goes away is no failure of the server.
                let _ = files.converse(&client);
            });
        }
    }
}

impl Files {
    fn converse(&self, mut client: &TcpStream) -> std::io::Result<()> {
        client.set_read_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(client.take(REQUEST_BYTES)).lines();
        let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
        // The headers are read so that closing does not reset the connection.
        for line in lines {
            if line?.is_empty() {
                break;
            }
        }
        let mut words = request.split(' ');
        let method = words.next().unwrap_or_default();
        let response = match method {
            "GET" | "HEAD" => self.respond(words.next().unwrap_or_default()),
            _ => Response::refusal("405 Method Not Allowed"),
        };
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
            response.status,
            response.media_type,
            response.body.len()
        );
        client.write_all(head.as_bytes())?;
        if method == "GET" {
            client.write_all(&response.body)?;
        }
        client.flush()
    }

    fn respond(&self, target: &str) -> Response {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let Some(path) = path.strip_prefix(SUB_PATH).or_else(|| path.strip_prefix('/')) else {
            return Response::refusal("400 Bad Request");
        };
        match path {
            "__version" if self.reload => return Response::text(self.version().into_bytes()),
            "__reload.js" if self.reload => {
                return Response {
                    status: "200 OK",
                    media_type: "text/javascript; charset=utf-8",
                    body: RELOAD_SCRIPT.as_bytes().to_vec(),
                };
            }
            _ => {}
        }
        let Some(file) = self.file(path) else {
            return Response::refusal("404 Not Found");
        };
        let body = match fs::read(&file) {
            Ok(body) => body,
            Err(_) if self.reload && path.is_empty() => BUILDING.as_bytes().to_vec(),
            Err(_) => return Response::refusal("404 Not Found"),
        };
        let media_type = media_type(&file);
        let body = if self.reload && media_type.starts_with("text/html") {
            with_reload(&String::from_utf8_lossy(&body)).into_bytes()
        } else {
            body
        };
        Response {
            status: "200 OK",
            media_type,
            body,
        }
    }

    /// The file that a path names, if the path stays inside the folder.
    fn file(&self, path: &str) -> Option<PathBuf> {
        let decoded = percent_decoded(path)?;
        let relative = Path::new(&decoded);
        let inside = relative
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !inside || decoded.contains(['\\', '\0']) {
            return None;
        }
        let file = self.folder.join(relative);
        Some(if decoded.is_empty() || decoded.ends_with('/') {
            file.join("index.html")
        } else {
            file
        })
    }

    /// Changes whenever Trunk puts a new page in place.
    fn version(&self) -> String {
        fs::metadata(self.folder.join("index.html"))
            .and_then(|data| data.modified())
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .map_or_else(String::new, |time| time.as_nanos().to_string())
    }
}

impl Response {
    fn text(body: Vec<u8>) -> Self {
        Self {
            status: "200 OK",
            media_type: "text/plain; charset=utf-8",
            body,
        }
    }

    fn refusal(status: &'static str) -> Self {
        Self {
            status,
            ..Self::text(status.as_bytes().to_vec())
        }
    }
}

fn with_reload(html: &str) -> String {
    html.replacen(
        "</head>",
        "<script type=\"module\" src=\"./__reload.js\"></script></head>",
        1,
    )
}

fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|name| name.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        // Browsers compile a program while it arrives only under this type.
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("ttf") => "font/ttf",
        Some("json") => "application/json",
        Some("yaml" | "yml" | "txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A server that runs beside the rest of this program.
pub(crate) fn in_background(folder: PathBuf) -> Result<String> {
    if !folder.join("index.html").is_file() {
        return Err(Problem::new(
            format!("{} holds no page", folder.display()),
            "run `cargo xtask build`",
        ));
    }
    let server = Server::bind(folder, 0, false)?;
    let address = server.address();
    thread::spawn(move || server.run());
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(name: &str, reload: bool) -> Files {
        let folder = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("fonts")).unwrap();
        fs::write(folder.join("index.html"), "<head></head>page").unwrap();
        fs::write(folder.join("a b.wasm"), [0, 97, 115, 109]).unwrap();
        fs::write(folder.join("fonts/x.woff2"), "font").unwrap();
        Files { folder, reload }
    }

    #[test]
    fn serves_files_with_their_types_at_both_addresses() {
        let files = site("types", false);
        for prefix in ["/", SUB_PATH] {
            let page = files.respond(&format!("{prefix}?x=1"));
            assert_eq!(
                (page.status, page.body.as_slice()),
                ("200 OK", &b"<head></head>page"[..])
            );
            assert_eq!(page.media_type, "text/html; charset=utf-8");
            let program = files.respond(&format!("{prefix}a%20b.wasm"));
            assert_eq!(
                (program.status, program.media_type),
                ("200 OK", "application/wasm")
            );
            assert_eq!(
                files.respond(&format!("{prefix}fonts/x.woff2")).media_type,
                "font/woff2"
            );
        }
        fs::remove_dir_all(files.folder).unwrap();
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let files = site("outside", false);
        for target in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/fonts/../../x",
            "//etc/passwd",
            "/%2Fetc/passwd",
            "/..%5cx",
            "/a%00b",
            "/%f",
            "/%zz",
            "/fonts",
            "/missing.js",
            "/__version",
            "/__reload.js",
        ] {
            assert_eq!(files.respond(target).status, "404 Not Found", "{target}");
        }
        assert_eq!(files.respond("index.html").status, "400 Bad Request");
        fs::remove_dir_all(files.folder).unwrap();
    }

    #[test]
    fn a_watched_page_reloads_by_a_script_of_its_own_origin() {
        let files = site("reload", true);
        let page = String::from_utf8(files.respond("/").body).unwrap();
        assert!(page.contains("src=\"./__reload.js\""), "{page}");
        assert_eq!(files.respond("/__reload.js").status, "200 OK");
        let version = files.respond("/__version").body;
        assert!(!version.is_empty());
        fs::remove_dir_all(&files.folder).unwrap();
        let early = String::from_utf8(files.respond("/").body).unwrap();
        assert!(
            early.contains("being built") && early.contains("__reload.js"),
            "{early}"
        );
        assert_ne!(files.respond("/__version").body, version);
    }

    #[test]
    fn answers_over_the_network() {
        let files = site("network", false);
        let folder = files.folder.clone();
        let server = Server::bind(folder.clone(), 0, false).unwrap();
        let address = server.listener.local_addr().unwrap();
        thread::spawn(move || server.run());
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        };
        let page = ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        assert!(page.contains("Cache-Control: no-store"), "{page}");
        assert!(page.ends_with("\r\n\r\n<head></head>page"), "{page}");
        assert!(ask("HEAD / HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(ask("\r\n\r\n").starts_with("HTTP/1.1 405"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_busy_port_is_told_with_the_way_out() {
        let first = Server::bind(PathBuf::new(), 0, false).unwrap();
        let port = first.listener.local_addr().unwrap().port();
        let problem = Server::bind(PathBuf::new(), port, false).unwrap_err();
        assert!(problem.what.contains(&port.to_string()), "{problem}");
        assert!(problem.remedy.contains("--port"), "{problem}");
    }
}
