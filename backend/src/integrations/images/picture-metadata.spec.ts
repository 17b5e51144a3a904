import sharp from 'sharp';
import { BrokenPicture, hasTooManyScans, PictureType, pixelsSaid, withoutMetadata } from './picture-metadata';

const GPS = { IFD0: { Artist: 'canary-artist', Copyright: 'canary-copyright' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
const FORMATS = ['jpeg', 'png', 'webp'] as const;

/** Something to look at: a slope of colours with a dark corner at the top left. */
async function picture(format: (typeof FORMATS)[number], options: object = {}, orientation?: number): Promise<Buffer> {
  const pixels = Buffer.alloc(90 * 60 * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7) % 251;
  const made = sharp(pixels, { raw: { width: 90, height: 60, channels: 3 } }).toFormat(format, options);
  return (orientation === undefined ? made : made.withMetadata({ orientation })).toBuffer();
}
const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).autoOrient().raw().toBuffer();

describe('a picture without what else its file carries', () => {
  it.each(FORMATS)('is byte for byte the same where there is nothing else: %s', async (format) => {
    for (const options of [{}, { progressive: true }, { lossless: true }]) {
      const bytes = await picture(format, options);
      expect(withoutMetadata(`image/${format}`, bytes).equals(bytes)).toBe(true);
    }
  });

  it.each(FORMATS)('keeps every pixel and its colours, and no place, name or text: %s', async (format) => {
    const bytes = await sharp(await picture(format)).toFormat(format, { lossless: true }).withExif(GPS).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary-xmp</x:xmpmeta>').withIccProfile('p3').toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const plain = withoutMetadata(`image/${format}`, bytes);
    const { exif, xmp, icc } = await sharp(plain).metadata();
    expect([exif, xmp, plain.includes('canary')]).toEqual([undefined, undefined, false]);
    expect(icc).toBeDefined();
    expect((await pixelsOf(plain)).equals(await pixelsOf(bytes))).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stays turned as it was: %d', async (orientation) => {
    const bytes = await sharp(await picture('jpeg', {}, orientation)).keepMetadata().withExifMerge({ IFD0: { Artist: 'canary' } }).jpeg().toBuffer();
    const plain = withoutMetadata('image/jpeg', bytes);
    expect(plain.includes('canary')).toBe(false);
    expect((await sharp(plain).metadata()).orientation ?? 1).toBe(orientation);
    expect((await pixelsOf(plain)).equals(await pixelsOf(bytes))).toBe(true);
  });

  it.each(FORMATS)('ends where it ends: %s', async (format) => {
    const bytes = await picture(format);
    const polyglot = Buffer.concat([bytes, Buffer.from('PK\x03\x04 <script>alert(1)</script> %PDF-1.4')]);
    expect(withoutMetadata(`image/${format}`, polyglot).equals(bytes)).toBe(true);
  });

  it('has no preview of what was cut away', async () => {
    const bytes = await picture('jpeg');
    const preview = Buffer.alloc(3 * 4, 0xab);
    const jfif = Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16 + preview.length]), Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02', 'latin1'), preview]);
    const further = Buffer.concat([Buffer.from([0xff, 0xe0, 0, 8]), Buffer.from('JFXX\0\x10', 'latin1')]);
    const plain = withoutMetadata('image/jpeg', Buffer.concat([bytes.subarray(0, 2), jfif, further, bytes.subarray(2)]));
    expect([plain.length, plain.includes(preview), plain.includes('JFXX')]).toEqual([bytes.length + 18, false, false]);
    expect((await pixelsOf(plain)).equals(await pixelsOf(bytes))).toBe(true);
  });

  it('is a still one', async () => {
    const still = (background: string) => sharp({ create: { width: 8, height: 8, channels: 3, background } }).png().toBuffer();
    const stills = [await still('#a00'), await still('#0a0')];
    const frames = await sharp(stills, { join: { animated: true } }).webp().toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    expect(() => withoutMetadata('image/webp', frames)).toThrow(BrokenPicture);
  });

  it('never ends in anything but a picture or a refusal, wherever it is cut or changed', async () => {
    for (const format of FORMATS) {
      const type: PictureType = `image/${format}`;
      const bytes = await sharp(await picture(format)).withExif(GPS).toFormat(format).toBuffer();
      const outcome = (changed: Buffer): string => {
        try {
          return withoutMetadata(type, changed).length <= changed.length + 40 ? 'kept' : 'grown';
        } catch (error) {
          return error instanceof BrokenPicture ? 'refused' : String(error);
        }
      };
      for (let at = 0; at < bytes.length; at += 7) {
        expect(['kept', 'refused']).toContain(outcome(bytes.subarray(0, at)));
        const changed = Buffer.from(bytes);
        changed[at] = 0xff;
        expect(['kept', 'refused']).toContain(outcome(changed));
      }
    }
  });
});

it('a picture says how many pixels it has before anybody decodes it', async () => {
  for (const options of [{}, { progressive: true }]) expect(pixelsSaid('image/jpeg', await picture('jpeg', options))).toBe(90 * 60);
  const png = await picture('png');
  expect(pixelsSaid('image/png', png)).toBe(90 * 60);
  const huge = Buffer.from(png);
  huge.writeUInt32BE(0x7fff_ffff, 16);
  huge.writeUInt32BE(0x7fff_ffff, 20);
  expect(pixelsSaid('image/png', huge)).toBe(0x7fff_ffff ** 2);
  expect([pixelsSaid('image/png', png.subarray(0, 20)), pixelsSaid('image/jpeg', Buffer.from([0xff, 0xd8, 0xff])), pixelsSaid('image/webp', await picture('webp'))]).toEqual([undefined, undefined, undefined]);
});

/** Of the processor: what walks through every part again and again takes minutes. */
const MOST_CPU_MS = 5_000;

describe('a picture of millions of parts', () => {
  const MOST = 20 * 1024 * 1024;
  const bytesOf = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const many = (part: string): string => part.repeat(Math.floor((MOST - 100) / part.length));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(MOST - 100);

  it.each<[string, PictureType, Buffer]>([
    ['empty tables', 'image/jpeg', bytesOf('\xff\xd8', many('\xff\xdb\0\x02'), '\xff\xd9')],
    ['empty remarks', 'image/jpeg', bytesOf('\xff\xd8', many('\xff\xe1\0\x02'), '\xff\xd9')],
    ['colour marks', 'image/jpeg', bytesOf('\xff\xd8', many('\xff\xee\0\x07Adobe'), '\xff\xd9')],
    ['filling', 'image/jpeg', bytesOf('\xff\xd8', many('\xff'), '\xff\xd9')],
    ['empty chunks', 'image/png', bytesOf('\x89PNG\r\n\x1a\n', many('\0\0\0\0tRNS\0\0\0\0'))],
    ['empty frames', 'image/webp', bytesOf('RIFF', length, 'WEBP', many('VP8 \0\0\0\0'))],
  ])('is no picture, and nobody waits for it: %s', (_, type, bytes) => {
    const begun = process.cpuUsage();
    expect(() => withoutMetadata(type, bytes)).toThrow(BrokenPicture);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(MOST_CPU_MS);
  });

  it.each(['\xff', '\xff\xdb\0\x02'])('is not walked to its end to see how large it is, and how often a decoder would have to', (part) => {
    const bytes = bytesOf('\xff\xd8', many(part), '\xff\xd9');
    let reads = 0;
    const read = (name: 'readUInt8' | 'readUInt16BE') => (at?: number): number => {
      reads += 1;
      return Buffer.prototype[name].call(bytes, at);
    };
    Object.assign(bytes, { readUInt8: read('readUInt8'), readUInt16BE: read('readUInt16BE') });
    expect([pixelsSaid('image/jpeg', bytes), hasTooManyScans(bytes)]).toEqual([undefined, true]);
    expect(reads).toBeLessThan(100_000);
  });

  it('does not hold anybody up with what stands in its lines either', () => {
    const bytes = bytesOf('\xff\xd8\xff\xda\0\x02', many('\xff\0'), '\xff\xd9');
    const begun = process.cpuUsage();
    expect(withoutMetadata('image/jpeg', bytes).equals(bytes)).toBe(true);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(MOST_CPU_MS);
  });
});

describe('scans of a JPEG', () => {
  const picture = { width: 200, height: 100, channels: 3 as const, background: '#888' };

  it('are few in what encoders write, and are counted before anything is decoded', async () => {
    const progressive = await sharp({ create: picture }).jpeg({ progressive: true, optimiseScans: true }).toBuffer();
    expect(hasTooManyScans(progressive)).toBe(false);
    // One more scan that says nothing, again and again before the end.
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x7f]);
    const many = (count: number): Buffer => Buffer.concat([progressive.subarray(0, -2), ...Array.from({ length: count }, () => scan), progressive.subarray(-2)]);
    expect([hasTooManyScans(many(50)), hasTooManyScans(many(200))]).toEqual([false, true]);
    expect(hasTooManyScans(many(200).subarray(0, progressive.length + 40))).toBe(false);
  });
});
