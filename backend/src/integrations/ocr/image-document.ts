import sharp from 'sharp';
import { GreyPage } from './grey-page';
import { FileRefused, MAX_PIXELS, PagePicture } from './page-text';

/** The long side of an A4 page at 170 dots an inch: what has more is read no better, and slower. */
export const LONGEST_SIDE = 2_000;
const QUALITY = 82;

/** A file as its pages are got from it. */
export interface OpenedDocument {
  readonly pages: number;
  /** The text that is written in the file itself; undefined where the page is a picture. */
  textOf(page: number): Promise<string | undefined>;
  greyPage(page: number): Promise<GreyPage>;
  picture(page: number, longestSide: number): Promise<PagePicture>;
  close(): Promise<void>;
}

/** @throws FileRefused */
export async function openImage(content: Buffer): Promise<OpenedDocument> {
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata().catch(refuseBroken);
  if (width * height > MAX_PIXELS) throw new FileRefused('pixels');
  const upright = (side: number): sharp.Sharp =>
    sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' });
  return {
    pages: 1,
    textOf: () => Promise.resolve(undefined),
    greyPage: async () => {
      const { data, info } = await upright(LONGEST_SIDE).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true }).catch(refuseBroken);
      return { data, width: info.width, height: info.height };
    },
    picture: async (_, side) => {
      const { data, info } = await upright(side).webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true }).catch(refuseBroken);
      return { bytes: data, width: info.width, height: info.height };
    },
    close: () => Promise.resolve(),
  };
}

/** @param pixels red, green, blue and how opaque */
export async function greyOf(pixels: Buffer, width: number, height: number): Promise<GreyPage> {
  const data = await sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha().toColourspace('b-w').raw().toBuffer();
  return { data, width, height };
}

/** @param pixels red, green, blue and how opaque */
export async function pictureOf(pixels: Buffer, width: number, height: number): Promise<PagePicture> {
  return { bytes: await sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha().webp({ quality: QUALITY }).toBuffer(), width, height };
}

/** What the decoder cannot read is damaged, or no picture. */
function refuseBroken(): never {
  throw new FileRefused('broken');
}
