"""Every link, picture and script of the built site leads to a file of it, and every anchor is there."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        if values.get("rel") not in ("preconnect", "canonical"):
            self.links += [values[name] for name in ("href", "src") if values.get(name)]


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in site.rglob("*.html")}
    failures, count, outside = [], 0, 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                continue
            count += 1
            if parts.path.startswith("/") and path.name != "404.html":
                failures.append(f"{path.relative_to(site)}: {link} is not relative")
                continue
            base = site if parts.path.startswith("/") else path.parent
            target = path if not parts.path else (
                base / urllib.parse.unquote(parts.path).lstrip("/")).resolve()
            if target.is_dir():
                target /= "index.html"
            if not target.exists() or target.stat().st_size == 0:
                failures.append(f"{path.relative_to(site)}: {link} leads nowhere")
            elif parts.fragment and target in pages:
                fragment = urllib.parse.unquote(parts.fragment)
                if fragment not in pages[target].ids and not fragment.startswith("__"):
                    failures.append(f"{path.relative_to(site)}: {link} has no such place")
    for failure in failures[:40]:
        print(failure)
    print(f"build-site: {len(pages)} pages, {count} links inside, {outside} outside, "
          f"{len(failures)} failures")
    return 1 if failures or len(pages) < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
