import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { ImageEncoder } from './image-encoder';

const encoder = new ImageEncoder();

function plain(width: number, height: number): sharp.Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } }, limitInputPixels: false });
}

describe('ImageEncoder', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('turns a %s into a small WebP without metadata, named by its content', async (format) => {
    const content = await plain(1600, 800).withExif({ IFD0: { Copyright: 'somebody' } }).toFormat(format).toBuffer();
    const image = await encoder.encode(content);
    const metadata = await sharp(image.bytes).metadata();
    expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual(['webp', 512, 256, undefined]);
    expect([image.width, image.height]).toEqual([512, 256]);
    expect(image.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await encoder.encode(content)).hash).toBe(image.hash);
  });

  it('turns a photograph upright', async () => {
    const lying = await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await encoder.encode(lying);
    expect([image.width, image.height]).toEqual([200, 400]);
  });

  it('does not enlarge', async () => {
    expect(await encoder.encode(await plain(40, 30).png().toBuffer())).toMatchObject({ width: 40, height: 30 });
  });

  it('stays under 200 kB even for noise', async () => {
    const noise = await sharp(randomBytes(1024 * 1024 * 3), { raw: { width: 1024, height: 1024, channels: 3 } }).png().toBuffer();
    expect((await encoder.encode(noise)).bytes.length).toBeLessThanOrEqual(200_000);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not an image')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')],
    ['a JPEG in name only', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg/>')])],
  ])('refuses %s', async (_, content) => {
    await expect(encoder.encode(content)).rejects.toMatchObject({ reason: 'format' });
  });

  it('refuses GIF and a cut-off PNG', async () => {
    await expect(encoder.encode(await plain(9, 9).gif().toBuffer())).rejects.toMatchObject({ reason: 'format' });
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).png().toBuffer();
    await expect(encoder.encode(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ reason: 'format' });
  });

  it('refuses more than 50 megapixels without decoding them', async () => {
    const flood = await plain(10_000, 5_001).png({ compressionLevel: 9 }).toBuffer();
    await expect(encoder.encode(flood)).rejects.toMatchObject({ reason: 'pixels' });
  });

  it('goes on after a refusal', async () => {
    const [refused, made] = await Promise.allSettled([encoder.encode(Buffer.from('no')), encoder.encode(await plain(8, 8).png().toBuffer())]);
    expect([refused.status, made.status]).toEqual(['rejected', 'fulfilled']);
  });
});
