/** A picture whose parts do not follow each other as its format says. */
export class BrokenPicture extends Error {}

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/**
 * The same picture, pixel for pixel, without what else such files carry: where and when it was taken, with which camera, by whom, previews of
 * what was cut away, further pictures, and whatever follows its end. How it is turned and its colours stay. Nothing is decoded.
 * @throws BrokenPicture
 */
export function withoutMetadata(type: PictureType, bytes: Buffer): Buffer {
  try {
    return Buffer.concat(joined(PARTS[type](bytes)));
  } catch (error) {
    // It ends where a length or a mark should stand.
    if (['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw new BrokenPicture();
    throw error;
  }
}

/** Encoders write a dozen; a decoder walks the whole picture for each, whatever is in it. */
const MOST_SCANS = 100;
/** Pictures of 20 MB have some thousand; what consists of millions is made to be walked through. */
const MOST_PARTS = 20_000;
const PNG_SIZE = 16;

/**
 * How many pixels a picture says it has, as far as that can be seen without decoding it: decoders call one of more than they can count damaged,
 * though it is too large first of all. @returns undefined where only the decoder knows
 */
export function pixelsSaid(type: PictureType, bytes: Buffer): number | undefined {
  if (type === 'image/jpeg') return pixelsOfJpeg(bytes);
  if (type !== 'image/png' || bytes.length < PNG_SIZE + 8 || bytes.toString('latin1', PNG_SIZE - 4, PNG_SIZE) !== 'IHDR') return undefined;
  return bytes.readUInt32BE(PNG_SIZE) * bytes.readUInt32BE(PNG_SIZE + 4);
}

/**
 * Whether a JPEG has more scans, or more parts, than any encoder writes. What follows something that is no part of a JPEG is left to the decoder, which ends there,
 * too.
 */
export function hasTooManyScans(bytes: Buffer): boolean {
  let [scans, parts] = [0, 0];
  try {
    for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
      parts += 1;
      if (parts > MOST_PARTS) return true;
      const marker = bytes.readUInt8(at + 1);
      if (marker === JPEG.end) return false;
      at = marker === 0xff ? at + 1 : at + 2 + bytes.readUInt16BE(at + 2);
      if (marker !== JPEG.scan) continue;
      scans += 1;
      if (scans > MOST_SCANS) return true;
      at = endOfScan(bytes, at);
    }
  } catch {
    // It ends where a length or a mark should stand.
  }
  return false;
}

/** Of the frame's header, which stands before the scan; marks of tables lie among those of frames. */
function pixelsOfJpeg(bytes: Buffer): number | undefined {
  let parts = 0;
  for (let at = 2; parts < MOST_PARTS && at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    parts += 1;
    const marker = bytes[at + 1]!;
    if (marker === JPEG.scan) return undefined;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
  }
  return undefined;
}

/** Parts that follow each other in the picture as one. @throws BrokenPicture for more of them than a picture has */
function joined(parts: Iterable<Buffer>): Buffer[] {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    const follows = last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset;
    if (last && follows) pieces[pieces.length - 1] = Buffer.from(part.buffer, last.byteOffset, last.length + part.length);
    else pieces.push(part);
  }
  return pieces;
}

/** Counts what is walked through, whether it is kept or not. */
function counter(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > MOST_PARTS) throw new BrokenPicture();
  };
}

const PARTS: Record<PictureType, (bytes: Buffer) => Iterable<Buffer>> = { 'image/jpeg': jpegParts, 'image/png': pngParts, 'image/webp': webpParts };

/** @throws BrokenPicture where there are not so many bytes */
function cut(bytes: Buffer, start: number, end: number): Buffer {
  if (end > bytes.length) throw new BrokenPicture();
  return bytes.subarray(start, end);
}

const JPEG = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, app15: 0xef, comment: 0xfe, start: 0xd8, end: 0xd9, scan: 0xda } as const;
const JFIF_BYTES = 18;

function* jpegParts(bytes: Buffer): Iterable<Buffer> {
  yield cut(bytes, 0, 2);
  const orientation = orientationOf(bytes);
  const countOne = counter();
  let isFirst = true;
  for (let at = 2; ; ) {
    countOne();
    if (bytes.readUInt8(at) !== 0xff) throw new BrokenPicture();
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG.end) return yield cut(bytes, at, at + 2);
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    const part = keptOfJpeg(marker, cut(bytes, at, next));
    // JFIF comes first where there is one; how the picture is turned comes next.
    if (isFirst && marker !== JPEG.app0 && orientation !== undefined) yield orientation;
    if (marker !== JPEG.app0) isFirst = false;
    if (part) yield part;
    at = next;
    if (marker === JPEG.scan) {
      at = endOfScan(bytes, next);
      yield bytes.subarray(next, at);
    }
  }
}

function keptOfJpeg(marker: number, part: Buffer): Buffer | undefined {
  const begins = (name: string): boolean => part.toString('latin1', 4, 4 + name.length) === name;
  if (marker === JPEG.app0) return begins('JFIF\0') && part.length >= JFIF_BYTES ? withoutPreview(part) : undefined;
  if (marker === JPEG.app2) return begins('ICC_PROFILE\0') ? part : undefined;
  if (marker === JPEG.app14) return begins('Adobe') ? part : undefined;
  const isExtra = (marker >= JPEG.app1 && marker <= JPEG.app15) || marker === JPEG.comment;
  return isExtra ? undefined : part;
}

function withoutPreview(jfif: Buffer): Buffer {
  if (jfif.length === JFIF_BYTES) return jfif;
  const plain = Buffer.from(jfif.subarray(0, JFIF_BYTES));
  plain.writeUInt16BE(JFIF_BYTES - 2, 2);
  plain.writeUInt16BE(0, JFIF_BYTES - 2);
  return plain;
}

/** Within a scan a marker's first byte is followed by a zero, or it is one of the marks to go on from. */
function endOfScan(bytes: Buffer, from: number): number {
  // A search for each of them would cost more than looking at every byte: there can be ten million.
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  throw new BrokenPicture();
}

const ORIENTATION_TAG = 0x0112;
const EXIF = 'Exif\0\0';

/** The one thing of EXIF that the picture needs, as a part of its own; undefined where it lies upright. */
function orientationOf(bytes: Buffer): Buffer | undefined {
  const countOne = counter();
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== JPEG.scan; at += 2 + bytes.readUInt16BE(at + 2)) {
    countOne();
    if (bytes[at + 1] !== JPEG.app1) continue;
    const exif = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (exif.toString('latin1', 0, EXIF.length) !== EXIF) continue;
    const turned = turnIn(exif.subarray(EXIF.length));
    return turned === undefined ? undefined : orientationPart(turned);
  }
  return undefined;
}

/** @returns 2 to 8, or undefined */
function turnIn(tiff: Buffer): number | undefined {
  if (tiff.length < 8) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (short(at) === ORIENTATION_TAG) return short(at + 8) >= 2 && short(at + 8) <= 8 ? short(at + 8) : undefined;
  }
  return undefined;
}

function orientationPart(turned: number): Buffer {
  const entry = Buffer.from([ORIENTATION_TAG >> 8, ORIENTATION_TAG & 0xff, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0]);
  const tiff = Buffer.concat([Buffer.from('MM\0*\0\0\0\x08\0\x01', 'latin1'), entry, Buffer.alloc(4)]);
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff]);
  return Buffer.concat([Buffer.from([0xff, JPEG.app1, 0, body.length + 2]), body]);
}

const PNG_SIGNATURE_BYTES = 8;
/** What makes the picture; everything else is words, dates and places, or further pictures. */
const PNG_PARTS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs']);

function* pngParts(bytes: Buffer): Iterable<Buffer> {
  yield cut(bytes, 0, PNG_SIGNATURE_BYTES);
  const countOne = counter();
  for (let at = PNG_SIGNATURE_BYTES; ; ) {
    countOne();
    const next = at + 12 + bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const part = cut(bytes, at, next);
    if (PNG_PARTS.has(kind)) yield part;
    if (kind === 'IEND') return;
    at = next;
  }
}

const WEBP_PARTS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const WEBP = { exif: 0x08, xmp: 0x04, animation: 0x02 } as const;

function* webpParts(bytes: Buffer): Iterable<Buffer> {
  const end = 8 + bytes.readUInt32LE(4);
  const parts: Buffer[] = [];
  const countOne = counter();
  for (let at = 12; at < end; ) {
    countOne();
    const next = at + 8 + bytes.readUInt32LE(at + 4);
    const part = cut(bytes, at, next);
    const kind = part.toString('latin1', 0, 4);
    if (kind === 'VP8X') parts.push(stillFlags(part));
    else if (WEBP_PARTS.has(kind)) parts.push(part);
    // Parts begin at even places.
    if (WEBP_PARTS.has(kind) && next % 2 === 1) parts.push(Buffer.alloc(1));
    at = next + (next % 2);
  }
  const size = Buffer.alloc(4);
  size.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0));
  yield* [Buffer.from('RIFF'), size, Buffer.from('WEBP'), ...parts];
}

/** A film is no page of a note. */
function stillFlags(part: Buffer): Buffer {
  const flags = part.readUInt8(8);
  if ((flags & WEBP.animation) !== 0) throw new BrokenPicture();
  const still = Buffer.from(part);
  still.writeUInt8(flags & ~(WEBP.exif | WEBP.xmp), 8);
  return still;
}
