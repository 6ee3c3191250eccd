#!/usr/bin/env python3
"""`GET /screens/{id}` of `oyna serve` beside nginx serving the same bytes, in turn, in one run.

    Benchmarks/screen_http.py [SCREEN…] [--repeats N] [--seconds N] [--connections N]

Each screen as a client that takes brotli gets it, as every browser does, and as it is. Needs nginx, wrk and a release build. One worker and one thread each. Prints the median of the requests
a second, the 99th percentile, the processor time of the server for a request, the ratios, and the load
average before and after. On a busy machine the processor time says more than the rate.
"""

import argparse
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNITS = {"us": 1, "ms": 1e3, "s": 1e6}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit(f"nothing answers on port {port}")


def read(url, coding):
    request = urllib.request.Request(url, headers={"Accept-Encoding": coding})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers.get("Content-Encoding", "identity") == coding
        return answer.read()


def processor_time(process):
    """Nanoseconds that a process and its children have run, all threads together."""
    time_run = 0
    for pid in [process.pid, *children(process.pid)]:
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            time_run += int((task / "schedstat").read_text().split()[0])
    return time_run


def children(pid):
    return map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def measure(url, coding, process, options):
    before = processor_time(process)
    out = subprocess.check_output(
        ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "--latency",
         "-H", f"Accept-Encoding: {coding}", url], text=True)
    assert "Non-2xx" not in out and "Socket errors" not in out, out
    late = re.search(r"(?m)^\s+99%\s+([\d.]+)(us|ms|s)", out)
    count = int(re.search(r"(\d+) requests in", out)[1])
    cost = (processor_time(process) - before) / count / 1e3
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    return rate, float(late[1]) * UNITS[late[2]], cost


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("screens", nargs="*", default=["start", "loan_application"])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=16)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="oyna-http-"))
    folder.chmod(0o755)
    ours, theirs = free_port(), free_port()
    (folder / "nginx.conf").write_text(
        f"worker_processes 1; pid {folder}/pid; error_log /dev/null crit; daemon off; events {{}} "
        "http { access_log off; keepalive_requests 1000000; default_type application/json; "
        "open_file_cache max=100; sendfile on; tcp_nopush on; "
        f"server {{ listen 127.0.0.1:{theirs} backlog=1024; root {folder}/files; "
        "location /br/ { add_header Content-Encoding br; } } }")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [
        subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf"], **quiet),
        subprocess.Popen(
            [ROOT / ".build/release/oyna", "serve", ROOT / "Screens", "--demo", "--port", str(ours),
             "--threads", "1", "--log", "error", "--database", f"sqlite:{folder}/db"], **quiet)]
    try:
        wait(ours)
        wait(theirs)
        print("load average before:", *os.getloadavg())
        for screen, coding in ((s, c) for s in options.screens for c in ("br", "identity")):
            path = f"/screens/{screen}"
            document = read(f"http://127.0.0.1:{ours}{path}", coding)
            (folder / "files" / coding / "screens").mkdir(parents=True, exist_ok=True)
            (folder / "files" / coding / path[1:]).write_bytes(document)
            urls = f"http://127.0.0.1:{ours}{path}", f"http://127.0.0.1:{theirs}/{coding}{path}"
            assert read(urls[1], coding) == document
            found = {"oyna": [], "nginx": []}
            for _ in range(options.repeats):
                for name, url, process in zip(found, urls, reversed(processes)):
                    found[name].append(measure(url, coding, process, options))
            for name, runs in found.items():
                rates, late, costs = zip(*runs)
                print(f"{screen}, {coding} ({len(document)} B) {name}: {statistics.median(rates):.0f} a second"
                      f" ({min(rates):.0f} to {max(rates):.0f}), p99 {statistics.median(late):.0f} µs,"
                      f" {statistics.median(costs):.2f} µs of processor time each")
            pairs = list(zip(found["oyna"], found["nginx"]))
            print(f"{screen}, {coding}: {statistics.median(a[0] / b[0] for a, b in pairs):.2f} of nginx's rate,"
                  f" {statistics.median(a[2] / b[2] for a, b in pairs):.2f} of its processor time")
        print("load average after:", *os.getloadavg())
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
