import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { EncodedImage, ImageRefused } from './encoded-image';

const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 200_000;
/** Tried in order until the result is small enough; the last one always is. */
const ATTEMPTS = [
  { side: 512, quality: 82 },
  { side: 512, quality: 60 },
  { side: 512, quality: 35 },
  { side: 384, quality: 35 },
  { side: 256, quality: 20 },
] as const;

/** Turns a picture that somebody sent into one that we made ourselves. */
@Injectable()
export class ImageEncoder {
  private line: Promise<unknown> = Promise.resolve();

  constructor() {
    // Decoded pictures are large and never asked for twice.
    sharp.cache(false);
  }

  /**
   * Decodes a JPEG, PNG or WebP (by content, whatever its name), turns it upright and encodes it anew:
   * at most 512 × 512 pixels and 200 kB, no metadata. One at a time, since a decoded picture may take 200 MB.
   * @throws ImageRefused
   */
  encode(content: Buffer): Promise<EncodedImage> {
    const result = this.line.then(() => encode(content));
    this.line = result.catch(() => undefined);
    return result;
  }
}

async function encode(content: Buffer): Promise<EncodedImage> {
  if (!hasKnownSignature(content)) throw new ImageRefused('format');
  await checkSize(content);
  for (const { side, quality } of ATTEMPTS) {
    const { data, info } = await reencode(content, side, quality);
    if (data.length <= MAX_BYTES) {
      return { hash: createHash('sha256').update(data).digest('hex'), bytes: data, width: info.width, height: info.height };
    }
  }
  throw new ImageRefused('pixels');
}

/** Only these three decoders are ever reached: no SVG, PDF or other format that libvips can open. */
function hasKnownSignature(content: Buffer): boolean {
  const jpeg = content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const png = content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const webp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';
  return jpeg || png || webp;
}

async function checkSize(content: Buffer): Promise<void> {
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata().catch(refuseFormat);
  if (width * height > MAX_PIXELS) throw new ImageRefused('pixels');
}

function reencode(content: Buffer, side: number, quality: number): Promise<{ data: Buffer; info: sharp.OutputInfo }> {
  return sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseFormat);
}

/** What the decoder cannot read is not a picture of a known format, whatever its first bytes say. */
function refuseFormat(): never {
  throw new ImageRefused('format');
}
