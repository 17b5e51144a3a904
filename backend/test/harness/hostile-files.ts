import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { pdfOf, pictureBomb } from './files-to-read';
import { pictureOf } from './note-files';

/** What must become of a file that means no good, or looks as if. */
export interface HostileFile {
  what: string;
  name: string;
  content: Buffer;
  /** 201: it is taken. */
  status: number;
  /** What becomes of one that is taken when the worker reads it: every page is read, unless a reason is given. */
  read?: 'effort' | 'broken' | 'pages';
  /** What a file that is taken is called then. */
  called?: string;
  /** What must not be left in a file that is taken. */
  without?: string;
}

const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const TAIL = 'PK\x03\x04hostile-tail<script>alert(document.cookie)</script>';
const GPS = { IFD0: { Artist: 'hostile-artist' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };

function pngPart(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([text(kind), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A grey picture of one bit a pixel. */
function pngOf(width: number, height: number, data: Buffer, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  return Buffer.concat([text('\x89PNG\r\n\x1a\n'), pngPart('IHDR', head), ...parts, pngPart('IDAT', data), pngPart('IEND', Buffer.alloc(0))]);
}

/** So many zeros, packed. */
async function packedZeros(bytes: number): Promise<Buffer> {
  const packing = createDeflate({ level: 9 });
  const packed: Buffer[] = [];
  packing.on('data', (part: Buffer) => packed.push(part));
  const block = Buffer.alloc(1024 * 1024);
  for (let left = bytes; left > 0; left -= block.length) {
    if (!packing.write(block.subarray(0, Math.min(left, block.length)))) await new Promise((resolve) => packing.once('drain', resolve));
  }
  await new Promise<void>((resolve) => packing.once('end', resolve).end());
  return Buffer.concat(packed);
}

/** A picture whose header says that it is as large as pictures get. */
async function widestJpeg(): Promise<Buffer> {
  const jpeg = Buffer.from(await pictureOf().jpeg().toBuffer());
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt32BE(0xffff_ffff, frame + 5);
  return jpeg;
}

/** A PDF of these objects; the first one is its catalogue. */
function rawPdf(...bodies: string[]): Buffer {
  const parts = ['%PDF-1.7\n', ...bodies.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)];
  return text(`${parts.join('')}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\n%%EOF\n`);
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
/** It says how many pages it has, and has none. */
export const PAGELESS = rawPdf(CATALOG, '<< /Type /Pages /Count 999999999 /Kids [] >>');
const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;

/** Of more than forty kinds; made when they are needed. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [png, jpeg, webp, gif] = await Promise.all([pictureOf().png().toBuffer(), pictureOf().jpeg().toBuffer(), pictureOf().webp().toBuffer(), pictureOf().gif().toBuffer()]);
  const noise = sharp(randomBytes(3 * 200 * 200), { raw: { width: 200, height: 200, channels: 3 } });
  const half = async (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> => noise.clone().toFormat(format).toBuffer().then((whole) => whole.subarray(0, Math.floor(whole.length / 2)));
  const pdf = await pdfOf([{ text: ['A letter'] }]);
  const encrypted = await pdfOf([{ text: ['x'] }], `/ID [${hex(randomBytes(16))} ${hex(randomBytes(16))}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(randomBytes(32))} /U ${hex(randomBytes(32))} /P -4 >>`);
  const stills = await Promise.all(['#a00', '#0a0'].map((background) => sharp({ create: { width: 8, height: 8, channels: 3, background } }).png().toBuffer()));
  const frames = sharp(stills, { join: { animated: true } });
  const flateBomb = await packedZeros(512 * 1024 * 1024);
  const refused = (what: string, name: string, content: Buffer, status = 415): HostileFile => ({ what, name, content, status });
  const taken = (what: string, name: string, content: Buffer, more: Partial<HostileFile> = {}): HostileFile => ({ what, name, content, status: 201, ...more });
  return [
    refused('SVG as PNG', 'page.png', text(SVG)),
    refused('SVG behind a mark of order', 'page.png', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(SVG)])),
    refused('SVG behind the first bytes of a JPEG', 'page.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text(SVG)])),
    refused('HTML as PDF', 'page.pdf', text('<!doctype html><script>alert(1)</script>')),
    refused('GIF as PNG', 'page.png', gif),
    refused('TIFF as JPEG', 'page.jpg', await pictureOf().tiff().toBuffer()),
    refused('AVIF as WebP', 'page.webp', await pictureOf().avif().toBuffer()),
    refused('a program as JPEG', 'page.jpg', Buffer.concat([text('MZ\x90\0'), randomBytes(5_000)])),
    refused('an archive as PDF', 'page.pdf', Buffer.concat([text('PK\x03\x04'), randomBytes(5_000)])),
    refused('zero bytes', 'page.png', Buffer.alloc(0)),
    refused('one byte', 'page.png', Buffer.alloc(1)),
    refused('the beginning of a PNG', 'page.png', png.subarray(0, 8)),
    refused('the beginning of a JPEG', 'page.jpg', jpeg.subarray(0, 3)),
    refused('the beginning of a PDF', 'page.pdf', text('%PDF-1.7')),
    refused('noise behind the beginning of a PNG', 'page.png', Buffer.concat([png.subarray(0, 8), randomBytes(100_000)])),
    refused('noise behind the beginning of a PDF', 'page.pdf', Buffer.concat([text('%PDF-1.7\n'), randomBytes(100_000)])),
    refused('half a JPEG', 'page.jpg', await half('jpeg')),
    refused('half a PNG', 'page.png', await half('png')),
    refused('half a WebP', 'page.webp', await half('webp')),
    taken('a JPEG that is an archive and a script as well', 'page.jpg', Buffer.concat([jpeg, text(TAIL)]), { without: 'hostile-tail' }),
    taken('a PNG that is an archive and a script as well', 'page.png', Buffer.concat([png, text(TAIL)]), { without: 'hostile-tail' }),
    taken('a WebP that is an archive and a script as well', 'page.webp', Buffer.concat([webp, text(TAIL)]), { without: 'hostile-tail' }),
    refused('a PDF that is a GIF first', 'page.pdf', Buffer.concat([gif, pdf])),
    refused('a PDF that is a page of script first', 'page.pdf', Buffer.concat([text('<script>alert(1)</script>\n'), pdf])),
    refused('a PNG of 50,000 × 50,000 pixels', 'page.png', pngOf(50_000, 50_000, await packedZeros(6_251 * 50_000)), 413),
    refused('a PNG that says it has 2,147,483,647 × 2,147,483,647 pixels', 'page.png', pngOf(0x7fff_ffff, 0x7fff_ffff, deflateSync(Buffer.alloc(9))), 413),
    refused('a JPEG that says it has 65,535 × 65,535 pixels', 'page.jpg', await widestJpeg(), 413),
    taken('a PNG with half a gigabyte of packed text', 'page.png', pngOf(8, 8, deflateSync(Buffer.alloc(16)), pngPart('zTXt', Buffer.concat([text('hostile-text\0\0'), flateBomb]))), { without: 'hostile-text' }),
    refused('a WebP that moves', 'page.webp', await frames.clone().webp().toBuffer()),
    refused('a PNG that moves', 'page.png', pngOf(8, 8, deflateSync(Buffer.alloc(16)), pngPart('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))),
    refused('a PDF of 10,000 pages', 'page.pdf', rawPdf(CATALOG, `<< /Type /Pages /Count 10000 /Kids [${Array.from({ length: 10_000 }, (_, page) => `${page + 3} 0 R`).join(' ')}] >>`, ...Array.from({ length: 10_000 }, () => PAGE)), 413),
    refused('a PDF of 31 pages', 'page.pdf', await pdfOf(Array.from({ length: 31 }, () => ({ text: ['x'] }))), 413),
    // What counts is what is there: one page.
    taken('a PDF that says it has a million pages', 'page.pdf', rawPdf(CATALOG, '<< /Type /Pages /Count 1000000 /Kids [3 0 R] >>', PAGE)),
    refused('a PDF that says it has a billion pages and has none', 'page.pdf', PAGELESS),
    taken('a PDF whose pages are their own pages', 'page.pdf', rawPdf(CATALOG, '<< /Type /Pages /Count 2 /Kids [2 0 R 2 0 R] >>')),
    refused('a PDF nested 100,000 deep', 'page.pdf', rawPdf(CATALOG, `<< /Type /Pages /Count 1 /Kids ${'['.repeat(100_000)}3 0 R${']'.repeat(100_000)} >>`, PAGE)),
    refused('a PDF with a password', 'page.pdf', encrypted),
    taken('a PDF with a script', 'page.pdf', rawPdf('<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (process.exit\\(\\); app.alert\\(1\\)) >> >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', PAGE)),
    taken('a PDF that starts a program', 'page.pdf', rawPdf('<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /Launch /F (/bin/sh) >> >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', PAGE)),
    taken('a PDF whose page is 3,600,000,000 pixels', 'page.pdf', pictureBomb(60_000), { read: 'effort' }),
    taken('a PDF whose page is half a gigabyte of nothing', 'page.pdf', Buffer.concat([
      rawPdf(CATALOG, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>').subarray(0, -text('trailer\n<< /Size 4 /Root 1 0 R >>\n%%EOF\n').length),
      text(`4 0 obj\n<< /Filter /FlateDecode /Length ${flateBomb.length} >>\nstream\n`),
      flateBomb,
      text('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n'),
    ]), { read: 'effort' }),
    taken('a name that climbs', '../../../../etc/cron.d/page.png', png, { called: 'page.png' }),
    taken('a name that climbs on Windows', '..\\..\\Windows\\page.png', png, { called: 'page.png' }),
    taken('a name that is read from right to left', 'note\u202Egnp.exe', png, { called: 'notegnp.exe.png' }),
    taken('a name that cannot be seen', '\u200B\u200D\uFEFF.png', png, { called: 'png.png' }),
    taken('a name of 400 characters', `${'n'.repeat(400)}.png`, png, { called: `${'n'.repeat(196)}.png` }),
    taken('a place in a JPEG', 'page.jpg', await pictureOf().withExif(GPS).jpeg().toBuffer(), { without: 'hostile-artist' }),
    taken('a place in a PNG', 'page.png', await pictureOf().withExif(GPS).png().toBuffer(), { without: 'hostile-artist' }),
    taken('a place in a WebP', 'page.webp', await pictureOf().withExif(GPS).webp().toBuffer(), { without: 'hostile-artist' }),
    refused('a byte more than 20 MB', 'page.png', Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024 + 1 - png.length)]), 413),
  ];
}


/** 1.3 MB that a reader of PDFs walks through for a minute before it knows a page: tables of free entries, each of which names the one before. */
export function slowToOpen(): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  const add = (part: string | Buffer): number => {
    const here = at;
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    at += bytes.length;
    return here;
  };
  add('%PDF-1.7\n');
  const objects = ['/Catalog/Pages 2 0 R', '/Pages/Kids[3 0 R]/Count 1', '/Page/Parent 2 0 R/MediaBox[0 0 200 200]'].map((type, index) => add(`${index + 1} 0 obj\n<</Type${type}>>\nendobj\n`));
  const free = deflateSync(Buffer.alloc(10_000_000), { level: 9 });
  const index = '10 100000 '.repeat(100);
  let previous = '';
  for (let number = 100; number < 230; number += 1) {
    const here = add(`${number} 0 obj\n<</Type/XRef/Size 200000/W[1 0 0]/Index[${index}]${previous}/Root 1 0 R/Filter/FlateDecode/Length ${free.length}>>\nstream\n`);
    add(free);
    add('\nendstream\nendobj\n');
    previous = `/Prev ${here}`;
  }
  const entries = objects.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = add(`xref\n0 4\n0000000000 65535 f \n${entries}trailer\n<</Size 4/Root 1 0 R${previous}>>\n`);
  add(`startxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}
