"""Screenshots that are kept: compared with a tolerance, small enough for the repository.

A picture is brought to a third of its size in Chromium and kept as WebP. `OYNA_RECORD=1` writes the
baselines anew: look at the difference before it is committed.
"""

import base64
import os
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent / "baselines"
# Of the kept picture: the mean difference of a pixel, and the share that differ by over a quarter.
MEAN = 0.015
SHARE = 0.01

SHRINK = """async ({ shot, kept }) => {
  const read = async (data, type) => createImageBitmap(
    await (await fetch(`data:image/${type};base64,${data}`)).blob());
  const picture = await read(shot, 'png');
  const [width, height] = [Math.ceil(picture.width / 3), Math.ceil(picture.height / 3)];
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const webp = btoa(text);
  if (!kept) return { webp };
  const before = await read(kept, 'webp');
  if (before.width !== width || Math.abs(before.height - height) > 2) {
    return { webp, size: `${before.width}x${before.height} became ${width}x${height}` };
  }
  // What is compared went through the same loss.
  const now = pen.drawImage(await read(webp, 'webp'), 0, 0)
    ?? pen.getImageData(0, 0, width, height).data;
  pen.drawImage(before, 0, 0);
  const then = pen.getImageData(0, 0, width, height).data;
  let [sum, large] = [0, 0];
  for (let at = 0; at < now.length; at += 4) {
    const difference = (Math.abs(now[at] - then[at]) + Math.abs(now[at + 1] - then[at + 1])
      + Math.abs(now[at + 2] - then[at + 2])) / 765;
    sum += difference;
    if (difference > 0.25) large += 1;
  }
  return { webp, mean: sum / (now.length / 4), share: large / (now.length / 4) };
}"""


def check(world, page, name):
    """Compares the whole page with the baseline of this name."""
    shot = page.screenshot(full_page=True, animations="disabled", caret="hide")
    file = FOLDER / f"{name}.webp"
    kept = base64.b64encode(file.read_bytes()).decode() if file.exists() else None
    blank = world.chromium.new_page()
    try:
        found = blank.evaluate(SHRINK, {"shot": base64.b64encode(shot).decode(), "kept": kept})
    finally:
        blank.close()
    if os.environ.get("OYNA_RECORD"):
        FOLDER.mkdir(exist_ok=True)
        file.write_bytes(base64.b64decode(found["webp"]))
        return
    assert kept, f"there is no baseline {name}: look at the page, then OYNA_RECORD=1"
    assert "size" not in found, f"{name}: {found['size']}"
    assert found["mean"] <= MEAN and found["share"] <= SHARE, (
        f"{name}: mean {found['mean']:.4f} (at most {MEAN}), "
        f"share {found['share']:.4f} (at most {SHARE})")
