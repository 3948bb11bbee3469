#!/usr/bin/env python3
"""Makes the files of this folder from the raw measurements: condense.py FOLDER-OF-RAW-FILES.

Reads attempts.jsonl.gz, cases.json, api.jsonl, cost.json, real_apiserver.json and
syncs_and_status.json; writes kubelets.jsonl, syncs.jsonl, visible.jsonl, load.jsonl,
totals.jsonl, cost.jsonl and apiserver.jsonl beside itself. README.txt says what they hold.
"""

import collections
import gzip
import json
import math
import pathlib
import sys

LEVELS = 20
WINDOWS_S = (300, 600, 1700)
# The first pods start some seconds after the kubelet, the last ones up to 28 s after those.
ADDED_WITHIN_S = 35
# From the start of a kubelet process to its first syncs.
STARTUP_MS = 1200


def ms(ns):
    return round(ns / 1e6)


def sketch(values):
    """The values at the levels 0, 1/20 … 1 of the sorted values, by the nearest rank below."""
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, len(ordered) * level // LEVELS)] for level in range(LEVELS + 1)]


def statistics(values):
    ordered = sorted(values)
    mean = sum(values) / len(values)
    return {
        "n": len(values),
        "mean": round(mean, 1),
        "p95": ordered[math.ceil(len(ordered) * 0.95) - 1],
        "max": ordered[-1],
        "quantiles": sketch(values),
    }


def judged(attempts, restarted):
    """The restarts of one container as (rule, delay in ms, lateness in ms)."""
    expected_s, forgiven = 0, False
    for attempt in attempts:
        wait_ns = attempt["decision_wait_ns"]
        if wait_ns is None:
            continue
        rule, delay_ns = attempt["spec_rule"], attempt["spec_backoff_ns"]
        if restarted:
            # The raw file has no rule where the kubelet process was restarted: the first wait that
            # is shorter than its delay is the one that the new process forgave.
            if expected_s and not forgiven and wait_ns < expected_s * 10**9:
                forgiven, expected_s, rule, delay_ns = True, 0, "forgiven", 0
            else:
                rule, delay_ns = ("step" if expected_s else "new"), expected_s * 10**9
            expected_s = min(max(expected_s * 2, 10), attempt["max_s"])
        if rule == "gc":
            # How much of the wait was left is not known to the entry; the whole wait counts.
            delay_ns = 0
        # Delays are whole milliseconds. An entry that was collected late keeps its own delay.
        yield rule, ms(delay_ns), ms(wait_ns) - ms(delay_ns)


def measured_case(case, attempts, run_s):
    by_container = collections.defaultdict(lambda: collections.defaultdict(list))
    for attempt in attempts:
        by_container[attempt["container"]][attempt["pod"]].append(attempt)
    fits = [w for w in WINDOWS_S if w + ADDED_WITHIN_S <= run_s]
    windows = fits or [int((run_s - ADDED_WITHIN_S) // 10 * 10)]
    restarted = case["kubelet"].startswith("krestart")
    containers = []
    for name, pods in sorted(by_container.items()):
        lateness = collections.defaultdict(list)
        restarts = []
        for window_s in windows:
            counts = [
                sum(1 for a in pod if a["attempt"] > 0 and a["started_ns"] <= window_s * 10**9)
                for pod in pods.values()
            ]
            restarts.append({
                "windowS": window_s,
                "mean": round(sum(counts) / len(counts), 3),
                "min": min(counts),
                "max": max(counts),
            })
        for pod in pods.values():
            for rule, delay_ms, late_ms in judged(pod, restarted):
                lateness[rule, delay_ms].append(late_ms)
        containers.append({
            "container": name,
            "restarts": restarts,
            "lateness": [
                {"rule": rule, "delayMs": delay_ms, **statistics(values)}
                for (rule, delay_ms), values in sorted(lateness.items())
            ],
        })
    return {"case": case["case"], "pods": case["pods"], "containers": containers}


def killed_at_ms(attempts):
    """When the kubelet process was killed, after the first start of its first pod."""
    forgiven = []
    pods = collections.defaultdict(list)
    for attempt in attempts:
        pods[attempt["pod"]].append(attempt)
    for pod in pods.values():
        waits = [a for a in pod if a["decision_wait_ns"] is not None]
        for attempt, (rule, _, _) in zip(waits, judged(pod, True)):
            if rule == "forgiven":
                forgiven.append(ms(attempt["create_call_ns"]))
    return max(forgiven) - STARTUP_MS


def kubelets(raw, api):
    attempts = collections.defaultdict(list)
    with gzip.open(raw / "attempts.jsonl.gz", "rt") as lines:
        for line in lines:
            attempt = json.loads(line)
            attempts[attempt["case_id"]].append(attempt)
    cases = collections.defaultdict(list)
    everywhere = collections.defaultdict(dict)
    for case in json.loads((raw / "cases.json").read_text()):
        if case["case"] == "runinf":
            # Nothing restarts there; what it costs to run is in cost.jsonl.
            continue
        version, batch, kubelet, name = case["case_id"].split("/")
        cases[version, batch, kubelet].append(case)
        everywhere[batch, kubelet][name] = case["pods"]
    known = collections.defaultdict(list)
    for case_id, line in api.items():
        known[tuple(case_id.split("/")[:3])].append(line)
    for (version, batch, kubelet), list_of_cases in sorted(cases.items()):
        lines = known.get((version, batch, kubelet), [])
        # Where the length of the run is not known it lasted at least until its last start.
        run_s = lines[0]["run_s"] if lines else max(
            attempt["started_ns"] / 1e9 for case in list_of_cases for attempt in attempts[case["case_id"]]
        )
        measured = {case["case"] for case in list_of_cases}
        beside = {n: p for n, p in sorted(everywhere[batch, kubelet].items()) if n not in measured}
        pods = sum(case["pods"] for case in list_of_cases) + sum(beside.values())
        for line in lines:
            assert line["cri_totals_whole_kubelet_run"]["RunPodSandbox"] == pods, (version, kubelet)
        first = list_of_cases[0]
        made = {
            "release": version,
            "batch": batch,
            "kubelet": kubelet,
            "initialMs": round(first["initial_s"] * 1000),
            "maxMs": round(first["max_s"] * 1000),
            "qps": 5 if kubelet.endswith("-q5") else 50,
            "runS": round(run_s, 1),
            "beside": beside,
        }
        if kubelet.startswith("krestart"):
            made["killedAtMs"] = killed_at_ms(attempts[first["case_id"]])
        made["cases"] = [measured_case(case, attempts[case["case_id"]], run_s) for case in list_of_cases]
        yield made


def load(api):
    for case_id, line in sorted(api.items()):
        version, batch, kubelet, case = case_id.split("/")
        yield {
            "release": version,
            "batch": batch,
            "kubelet": kubelet,
            "case": case,
            "pods": line["pods"],
            "qps": line["kubeAPIQPS"],
            "runS": line["run_s"],
            "cycles": line["restart_cycles"],
            "cycleS": line["cycle_s_mean"],
            "requests": {k: v for k, v in line["per_restart"].items() if " " in k},
            "events": line["events_by_reason_per_restart"],
            "cri": line["cri_per_restart_by_method_pod_attributed"],
        }


def totals(api):
    """What each kubelet did in its whole run; all its cases have the same totals."""
    kubelets = {tuple(case_id.split("/")[:3]): line for case_id, line in sorted(api.items())}
    for (version, batch, kubelet), line in sorted(kubelets.items()):
        if batch == "cost":
            # cost.jsonl has these over a steady window.
            continue
        requests = line["totals_whole_kubelet_run"]
        kinds = ("GET pods", "PATCH pods/status", "POST events", "PATCH events")
        yield {
            "release": version,
            "kubelet": kubelet,
            "runS": line["run_s"],
            "requests": {kind: requests.get(kind, 0) for kind in kinds},
            "cri": line["cri_totals_whole_kubelet_run"],
        }


def cost(raw):
    for run in json.loads((raw / "cost.json").read_text())["runs"]:
        window_s = run["window_s"]
        yield {
            "release": run["version"],
            "kubelet": run["kubelet"],
            "pods": run["pods"],
            "period": run["period"],
            "qps": run["kubeAPIQPS"],
            "windowS": window_s,
            "restarts": run["restarts"],
            "cpuMsPerS": round(run["kubelet_cpu_s"] * 1000 / window_s, 2),
            "rssMib": run["kubelet_rss_mib_max"],
            "cri": run["cri_calls"],
            "requests": run["api_requests"],
        }


def apiserver(raw):
    for run in json.loads((raw / "real_apiserver.json").read_text()):
        yield {
            "release": run["kubelet_version"],
            "kubelet": run["id"].removeprefix("real-").rsplit("-", 1)[0],
            "pods": run["pods"],
            "period": run["period"],
            "windowS": run["window_s"],
            "restarts": run["restarts"],
            "apiserverCpuPercent": run["apiserver_cpu_pct_core"],
            "etcdCpuPercent": run["etcd_cpu_pct_core"],
            "kubeletCpuPercent": run["kubelet_cpu_pct_core"],
            "metricsWindowS": run["metrics_window_s"],
            "requests": run["requests_in_metrics_window"],
        }


def syncs(raw):
    for line in json.loads((raw / "syncs_and_status.json").read_text()):
        if "backoff_s" in line:
            yield {
                "release": line["version"],
                "delayMs": round(line["backoff_s"] * 1000),
                "n": line["n"],
                "mean": line["in_backoff_syncs_mean"],
                "min": line["min"],
                "max": line["max"],
            }


def visible(raw):
    for line in json.loads((raw / "syncs_and_status.json").read_text()):
        if "crashloop_status_visible_s" in line:
            seen = line["crashloop_status_visible_s"]
            yield {
                "release": line["version"],
                "kubelet": line["kubelet"],
                "case": line["case"],
                "n": seen["n"],
                "p50S": seen["p50"],
                "p95S": seen["p95"],
                "maxS": seen["max"],
            }


def main():
    raw, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent
    with open(raw / "api.jsonl") as lines:
        api = {line["case_id"]: line for line in map(json.loads, lines)}
    for name, made in (
        ("kubelets", kubelets(raw, api)),
        ("syncs", syncs(raw)),
        ("visible", visible(raw)),
        ("load", load(api)),
        ("totals", totals(api)),
        ("cost", cost(raw)),
        ("apiserver", apiserver(raw)),
    ):
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in made)
        (here / f"{name}.jsonl").write_text(text)


main()
