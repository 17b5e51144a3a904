import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import sharp from 'sharp';
import { EncodedImage } from './encoded-image';
import { ImageEncoder } from './image-encoder';

const encoder = new ImageEncoder();
const encode = (content: Buffer, account = 'somebody'): Promise<EncodedImage> => encoder.encode(content, account);

afterAll(() => encoder.beforeApplicationShutdown());

function plain(width: number, height: number): sharp.Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } }, limitInputPixels: false });
}

describe('ImageEncoder', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('turns a %s into a small WebP without metadata, named by its content', async (format) => {
    const content = await plain(1600, 800).withExif({ IFD0: { Copyright: 'somebody' } }).toFormat(format).toBuffer();
    const image = await encode(content);
    const metadata = await sharp(image.bytes).metadata();
    expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual(['webp', 512, 256, undefined]);
    expect([image.width, image.height]).toEqual([512, 256]);
    expect(image.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await encode(content)).hash).toBe(image.hash);
  });

  it('turns a photograph upright', async () => {
    const lying = await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await encode(lying);
    expect([image.width, image.height]).toEqual([200, 400]);
  });

  it('does not enlarge', async () => {
    expect(await encode(await plain(40, 30).png().toBuffer())).toMatchObject({ width: 40, height: 30 });
  });

  it('stays under 200 kB even for noise', async () => {
    const noise = await sharp(randomBytes(1024 * 1024 * 3), { raw: { width: 1024, height: 1024, channels: 3 } }).png().toBuffer();
    expect((await encode(noise)).bytes.length).toBeLessThanOrEqual(200_000);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not an image')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')],
    ['a JPEG in name only', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg/>')])],
  ])('refuses %s', async (_, content) => {
    await expect(encode(content)).rejects.toMatchObject({ reason: 'format' });
  });

  it('refuses GIF and a cut-off PNG', async () => {
    await expect(encode(await plain(9, 9).gif().toBuffer())).rejects.toMatchObject({ reason: 'format' });
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).png().toBuffer();
    await expect(encode(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ reason: 'format' });
  });

  it('refuses more than 50 megapixels without decoding them', async () => {
    const flood = await plain(10_000, 5_001).png({ compressionLevel: 9 }).toBuffer();
    await expect(encode(flood)).rejects.toMatchObject({ reason: 'pixels' });
  });

  it('goes on after a refusal', async () => {
    const [refused, made] = await Promise.allSettled([encode(Buffer.from('no')), encode(await plain(8, 8).png().toBuffer())]);
    expect([refused.status, made.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('keeps the colours of grey pictures, of 16 bits and of see-through ones', async () => {
    const colours = { r: 200, g: 90, b: 30 };
    const wide = await plain(40, 30).toColourspace('rgb16').png().toBuffer();
    const grey = await plain(40, 30).greyscale().png().toBuffer();
    const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: { ...colours, alpha: 0.5 } } }).png().toBuffer();
    for (const [content, format] of [[wide, 'ushort'], [grey, 'uchar'], [clear, 'uchar']] as const) {
      const before = await sharp(content).metadata();
      expect(before.depth).toBe(format);
      const [was, is] = await Promise.all([content, (await encode(content)).bytes].map((bytes) => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()));
      for (const channel of [0, 1, 2, 3]) expect(Math.abs((is?.[channel] ?? -1) - (was?.[channel] ?? -99))).toBeLessThan(6);
    }
  });
});

/** 50 megapixels that have to be decoded whole. */
const heavyPicture = (): Promise<Buffer> => plain(10_000, 5_000).jpeg({ progressive: true }).toBuffer();

describe('the line of pictures', () => {
  let heavy: Buffer;

  beforeAll(async () => {
    heavy = await heavyPicture();
  });

  it('has room for one picture of an account beside the one at work, and for eight in all', async () => {
    const line = new ImageEncoder();
    const outcomes: string[] = [];
    const send = (account: string): Promise<unknown> =>
      line.encode(heavy, account).then(
        () => outcomes.push(`${account} done`),
        (error: { whose?: string }) => outcomes.push(`${account} waits for ${error.whose}`),
      );
    const sent = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(send);
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcomes).toEqual(['a waits for account', 'i waits for everybody']);
    await line.beforeApplicationShutdown();
    await Promise.all(sent);
    expect(outcomes.slice(2).filter((outcome) => outcome.endsWith('waits for everybody')).length).toBeGreaterThanOrEqual(7);
    await expect(line.encode(heavy, 'z')).rejects.toMatchObject({ whose: 'everybody' });
  });

  it('has room for others beside what two networks sent, and their pictures come before what waits of those', async () => {
    const line = new ImageEncoder();
    const small = await plain(8, 8).png().toBuffer();
    const order: string[] = [];
    const send = (account: string, address: string): Promise<unknown> =>
      line.encode(small, account, address).then(
        () => order.push(account),
        (error: { whose?: string }) => order.push(`${account} waits for ${error.whose}`),
      );
    const crowd = Array.from({ length: 8 }, (_, n) => [send(`a${n}`, `203.0.113.${n}`), send(`b${n}`, `198.51.100.${n}`)]).flat();
    const other = send('other', '192.0.2.1');
    await Promise.all([...crowd, other]);
    await line.beforeApplicationShutdown();
    // After the one at work, and one of the network beside it.
    expect(order.filter((one) => !one.includes('waits')).slice(0, 3)).toContain('other');
  });

  it('refuses a picture that takes too long or too much memory, and reads the next one', async () => {
    const hurried = new (class extends ImageEncoder {
      override timeLimitMs = 1;
    })();
    const narrow = new (class extends ImageEncoder {
      override readonly maxMemory = 160 * 1024 * 1024;
    })();
    const small = await plain(8, 8).png().toBuffer();
    await expect(hurried.encode(heavy, 'a')).rejects.toMatchObject({ reason: 'effort' });
    hurried.timeLimitMs = 30_000;
    await expect(hurried.encode(small, 'a')).resolves.toMatchObject({ width: 8 });
    const [refused, next] = [narrow.encode(heavy, 'a'), narrow.encode(small, 'b')];
    await expect(refused).rejects.toMatchObject({ reason: 'effort' });
    await expect(next).resolves.toMatchObject({ width: 8 });
    await Promise.all([hurried, narrow].map((line) => line.beforeApplicationShutdown()));
  });

  it('leaves no process behind when the one that sends pictures is killed', async () => {
    const script = `const child = require('node:child_process').fork(process.argv[1], ['1e9'], { serialization: 'advanced', execArgv: JSON.parse(process.argv[2]) });
      child.once('spawn', () => { child.send(Buffer.from(process.argv[3], 'base64')); console.log(child.pid); });`;
    const parent = spawn(process.execPath, ['-e', script, require.resolve('./encoding-process'), JSON.stringify(process.execArgv), (await plain(9, 9).png().toBuffer()).toString('base64')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(() => process.kill(pid, 0)).not.toThrow();
    parent.kill('SIGKILL');
    await gone(pid);
  });
});

/** Waits until there is no such process. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
