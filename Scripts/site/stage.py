"""Puts README, Docs/ and the pages of Scripts/site where mkdocs reads them."""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Scripts/site"
# Files outside Docs/, and their names on the site.
OTHERS = {"README.md": "index.md", "ARCHITECTURE.md": "Architecture.md",
          "CONTRIBUTING.md": "Contributing.md", "CHANGELOG.md": "Changelog.md",
          "Benchmarks/README.md": "Benchmarks.md"}


def moved(text, name):
    """Links of a file that stands elsewhere on the site."""
    def link(match):
        target, _, anchor = match.group(1).partition("#")
        target = OTHERS.get(target, target.removeprefix("Docs/"))
        if target in ("Format", "Decisions"):
            target += "/README.md"
        return f"]({target}{'#' + anchor if anchor else ''})"
    return re.sub(r"\]\(([^)\s]+)\)", link, text) if name != "Benchmarks/README.md" else text


def spaced(text):
    """mkdocs wants an empty line before a list or table, GitHub does not."""
    lines, is_code = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            is_code = not is_code
        begins = re.match(r"([*-] |\d+\. |\|)", line)
        before = lines[-1] if lines else ""
        goes_on = re.match(r"\s*([*-] |\d+\. |\||  )", before)
        if begins and not is_code and before.strip() and not goes_on:
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def inside(text):
    """What is no page of the site is named without a link."""
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?:Examples|Sources|Tests|Scripts)[^)]*\)", r"\1", text)


def main():
    source = pathlib.Path(sys.argv[1])
    docs = source / "docs"
    shutil.copytree(ROOT / "Docs", docs)
    shutil.copy(HERE / "mkdocs.yml", source / "mkdocs.yml")
    for name, target in OTHERS.items():
        (docs / target).write_text(moved((ROOT / name).read_text(), name))
    for name in ("Gallery.md", "Playground.md", "site.css", "site.js"):
        shutil.copy(HERE / name, docs / name)
    shutil.copy(ROOT / "Web/icon.svg", docs / "Images/icon.svg")
    for path in docs.rglob("*.md"):
        path.write_text(spaced(inside(path.read_text())))
    # The decisions are many: the list of them is the way in, and the order of the side.
    decisions = sorted(path.name for path in (docs / "Decisions").glob("0*.md"))
    nav = "".join(f"      - Decisions/{name}\n" for name in ["README.md", *decisions])
    with open(source / "mkdocs.yml", "a", encoding="utf-8") as file:
        file.write(f"  - Decisions:\n{nav}")
    # What the live pages are is put there after mkdocs; a link to it must lead somewhere meanwhile.
    for name in ("gallery.html", "screens/uz/gallery.json", "dev/playground.html"):
        (docs / "live" / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / "live" / name).write_text("")


main()
