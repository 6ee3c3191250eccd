#!/usr/bin/env python3
"""Holds that what `Scripts/setup run` installs is installed by the container file, too: nobody builds it here."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    setup = (ROOT / "Scripts/setup").read_text()
    needed = set(re.search(r"^packages=\((.*?)\)", setup, re.M | re.S)[1].split())
    container = (ROOT / "Deployment/Containerfile").read_text()
    stages = container.split("\nFROM ")
    installed = set(stages[1].replace("\\", " ").split())
    missing = sorted(needed - installed)
    for package in missing:
        print(f"Deployment/Containerfile: the first stage does not install {package}")
    print(f"check-packages: {len(needed)} packages, {len(missing)} findings")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
