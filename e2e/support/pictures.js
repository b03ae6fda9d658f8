// Pictures that are kept in e2e/pictures, and compared with what a page shows now.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../pictures');
/** How far a colour may be off, of 255, in each of its parts: edges are not drawn alike by every version of a browser. */
const NEAR = 40;

/** In a page: the share of pixels that are other ones in two pictures, or 1 if they differ in size. */
async function differing({ one, other, near }) {
  const pixels = async (data) => {
    const picture = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const drawn = canvas.getContext('2d');
    drawn.drawImage(picture, 0, 0);
    return drawn.getImageData(0, 0, picture.width, picture.height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    if ([0, 1, 2].some((part) => Math.abs(a.data[at + part] - b.data[at + part]) > near)) count += 1;
  }
  return count / (a.width * a.height);
}

const data = (picture) => `data:image/png;base64,${picture.toString('base64')}`;

/**
 * The share of pixels in which a page as it is now differs from the picture that is kept under this name.
 *
 * With BANQI_BLESS=1 it is kept anew, to be looked at before it is committed.
 */
export async function difference(page, name) {
  const file = join(FOLDER, `${name}.png`);
  const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (process.env.BANQI_BLESS === '1') {
    await writeFile(file, now);
    return 0;
  }
  const empty = await page.context().browser().newPage();
  try {
    const share = await empty.evaluate(differing, { one: data(now), other: data(await readFile(file)), near: NEAR });
    // What it looks like now is beside what it should, where both can be looked at.
    if (share > 0) await writeFile(join(FOLDER, `${name}.now.png`), now);
    return share;
  } finally {
    await empty.close();
  }
}
