import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { AppConfig } from '../../src/config/app-config';
import { readEnvironment } from '../../src/config/environment';
import { PageReader, ReadableFile } from '../../src/integrations/ocr/page-reader';
import { PageText, ReadableType, ReaderAway } from '../../src/integrations/ocr/page-text';
import { pdfOf, pictureBomb, printedPage } from '../harness/files-to-read';

const config = new AppConfig(readEnvironment({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody@localhost/none' }));
const reader = new PageReader(config);

afterAll(() => reader.beforeApplicationShutdown());

function file(content: Buffer, mediaType: ReadableType): ReadableFile {
  return { id: randomUUID(), mediaType, content: () => Promise.resolve(content) };
}

const LINES = ['The client spoke about the week.', 'Sleep was better, mornings are hard.', 'Homework: a diary of thoughts.'];

describe('PageReader', () => {
  it('takes the text that a PDF carries, page by page, and recognises a page that is a picture', async () => {
    const scan = await sharp(printedPage(LINES)).resize(1240).toBuffer();
    const pdf = file(await pdfOf([{ text: ['Written by a program (2).', 'Second line'] }, { picture: scan, text: ['Scanned with a telephone'] }]), 'application/pdf');
    expect(await reader.countPages(pdf)).toBe(2);
    expect(await reader.readPage(pdf, 1)).toEqual<PageText>({ engine: 'text-layer', text: 'Written by a program (2).\nSecond line', confidence: null, unsure: [] });
    const second = await reader.readPage(pdf, 2);
    expect(second).toMatchObject({ engine: 'tesseract' });
    expect(second.text).toContain(LINES.join('\n'));
    expect(second.confidence).toBeGreaterThan(85);
  });

  it('reads a photograph that lies askew in a shadow', async () => {
    const page = await sharp(printedPage(LINES)).rotate(4, { background: '#fff' }).toBuffer({ resolveWithObject: true });
    const { width, height } = page.info;
    const shadow = Buffer.from(`<svg width="${width}" height="${height}"><defs><linearGradient id="s"><stop offset="0" stop-color="#222"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/></svg>`);
    const photo = await sharp(page.data).composite([{ input: shadow, blend: 'multiply' }]).jpeg({ quality: 80 }).toBuffer();
    expect((await reader.readPage(file(photo, 'image/jpeg'), 1)).text).toBe(LINES.join('\n'));
  });

  it('marks the words it is not sure of, where they stand', async () => {
    const smudge = await sharp(randomBytes(190 * 40), { raw: { width: 190, height: 40, channels: 1 } }).threshold(120).png().toBuffer();
    const page = await sharp(printedPage(LINES)).composite([{ input: smudge, left: 640, top: 214, blend: 'multiply' }]).png().toBuffer();
    const { text, unsure } = await reader.readPage(file(page, 'image/png'), 1);
    expect(unsure.length).toBeGreaterThan(0);
    for (const { start, end, box } of unsure) {
      expect(text.slice(start, end)).toMatch(/^\S+$/);
      const [, top = 0, , height = 1] = box;
      expect(top).toBeGreaterThan(0.07);
      expect(top + height).toBeLessThan(0.14);
    }
  });

  it('draws a page within the size that is asked for', async () => {
    const pdf = file(await pdfOf([{ text: ['Hello'] }]), 'application/pdf');
    const drawn = await reader.drawPage(pdf, 1, 1000);
    expect(await sharp(drawn.bytes).metadata()).toMatchObject({ format: 'webp', width: drawn.width, height: 1000 });
    expect((await sharp(drawn.bytes).stats()).channels[0]?.min).toBeLessThan(100);
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await reader.drawPage(file(lying, 'image/jpeg'), 1, 100)).toMatchObject({ width: 50, height: 100 });
  });

  it.each([
    ['asks for a password', 'encrypted', async () => pdfOf([{ text: ['x'] }], `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`)],
    ['has more than 30 pages', 'pages', async () => pdfOf(Array.from({ length: 31 }, () => ({ text: ['x'] })))],
    ['is cut off before anything stands in it', 'broken', async () => Buffer.from('%PDF-1.7\n1 0 obj')],
  ] as const)('refuses a PDF that %s', async (_, reason, make) => {
    await expect(reader.countPages(file(await make(), 'application/pdf'))).rejects.toMatchObject({ reason });
  });

  it('refuses pictures of more than 50 megapixels and damaged ones', async () => {
    const flood = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: '#fff' }, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
    await expect(reader.readPage(file(flood, 'image/png'), 1)).rejects.toMatchObject({ reason: 'pixels' });
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).png().toBuffer();
    await expect(reader.readPage(file(whole.subarray(0, whole.length / 2), 'image/png'), 1)).rejects.toMatchObject({ reason: 'broken' });
    await expect(reader.readPage(file(await pdfOf([{ text: ['x'] }]), 'application/pdf'), 2)).rejects.toMatchObject({ reason: 'broken' });
  });

  it('ends a page that takes too much memory or time, and reads the next one', async () => {
    const small = file(await pdfOf([{ text: ['still here and well'] }]), 'application/pdf');
    const bomb = file(pictureBomb(22_000), 'application/pdf');
    await expect(reader.readPage(bomb, 1)).rejects.toMatchObject({ reason: 'effort' });
    await expect(reader.readPage(small, 1)).resolves.toMatchObject({ text: 'still here and well' });
    const hurried = new (class extends PageReader {
      override readonly cpuLimitMs = 1;
    })(config);
    await expect(hurried.readPage(small, 1)).rejects.toMatchObject({ reason: 'effort' });
    hurried.beforeApplicationShutdown();
    await expect(hurried.readPage(small, 1)).rejects.toBeInstanceOf(ReaderAway);
  });
});
