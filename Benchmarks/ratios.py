#!/usr/bin/env python3
"""Prints what Oyna reached against each peer of the same run: ratios, never absolute times alone.

Usage: ratios.py RESULTS.jsonl   (the lines that the peers' harness wrote)
"""

import json
import sys


def latest(path):
    """The last measurement of each (bench, peer, case, n)."""
    rows = {}
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        rows[row["bench"], row["peer"], row["case"], row["n"]] = row
    return rows


def main(path):
    rows = latest(path)
    print("\n**Oyna against each peer: how many times as fast (over 1: Oyna is faster)**\n")
    print("| bench | case | n | peer | times |\n|---|---|---|---|---|")
    for (bench, peer, case, n), ours in sorted(rows.items(), key=str):
        if peer != "ours" or bench in ("regex", "cel-eval", "cel-compile") and not case.startswith("ALL"):
            continue
        for (other_bench, other, other_case, other_n), theirs in sorted(rows.items(), key=str):
            if (other_bench, other_case, other_n) != (bench, case, n) or other == "ours":
                continue
            if "rps" in ours and theirs.get("rps"):
                times = ours["rps"] / theirs["rps"]
            elif "gzip" in ours:
                times = theirs["gzip"] / ours["gzip"] if ours["gzip"] else float("inf")
            elif ours.get("median_us") and theirs.get("median_us"):
                times = theirs["median_us"] / ours["median_us"]
            else:
                continue
            print(f"| {bench} | {case} | {n} | {other} | {times:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1])
