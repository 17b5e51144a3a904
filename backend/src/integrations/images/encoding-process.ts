import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { serve } from '../../common/process/limited-child-process';
import { hasTooManyScans } from './picture-metadata';
import { EncodedImage, ImageRefusal, ImageRefused } from './encoded-image';

/** What {@link ImageEncoder} is told of the picture that it sent. */
export type EncodingAnswer = { image: EncodedImage } | { refused: ImageRefusal };

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
const LARGEST_SIDE = ATTEMPTS[0].side;

interface Pixels {
  data: Buffer;
  info: sharp.OutputInfo;
}

/** Decodes once; what is tried after that has a quarter of a megapixel. */
async function encode(content: Buffer): Promise<EncodedImage> {
  if (!hasKnownSignature(content)) throw new ImageRefused('format');
  if (hasTooManyScans(content)) throw new ImageRefused('effort');
  await checkSize(content);
  const decoded = await decode(content);
  for (const { side, quality } of ATTEMPTS) {
    const { data, info } = await shrink(decoded, side).webp({ quality }).toBuffer({ resolveWithObject: true });
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

function decode(content: Buffer): Promise<Pixels> {
  return sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseFormat);
}

function shrink({ data, info: { width, height, channels } }: Pixels, side: number): sharp.Sharp {
  return sharp(data, { raw: { width, height, channels } }).resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

/** What the decoder cannot read is not a picture of a known format, whatever its first bytes say. */
function refuseFormat(): never {
  throw new ImageRefused('format');
}

function answer(content: Buffer): Promise<EncodingAnswer> {
  return encode(content).then(
    (image) => ({ image }),
    (error: unknown) => ({ refused: error instanceof ImageRefused ? error.reason : 'effort' }),
  );
}

// Decoded pictures are large and never asked for twice; one thread leaves a core to the others.
sharp.cache(false);
sharp.concurrency(1);
serve(answer);
