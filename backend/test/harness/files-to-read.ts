import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';

const A4 = { width: 595, height: 842 };

/** Lines of printed text, as a picture of an A4 page at 200 dots an inch. */
export function printedPage(lines: readonly string[], font = '38px "DejaVu Sans", "Liberation Sans", sans-serif'): Buffer {
  const canvas = createCanvas(1654, 2339);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#111';
  context.font = font;
  for (const [index, line] of lines.entries()) context.fillText(line, 130, 180 + index * 66);
  return canvas.toBuffer('image/png');
}

/** A page of a PDF: written text, or a picture that fills it, with or without a few words on it. */
export type PdfPage = { text: readonly string[]; picture?: Buffer } | { text?: readonly string[]; picture: Buffer };

/** A PDF as simple programs write it. */
export async function pdfOf(pages: readonly PdfPage[], trailer = ''): Promise<Buffer> {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer): number => objects.push(Buffer.from(body));
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const kids: number[] = [];
  for (const { text = [], picture } of pages) {
    const jpeg = picture && (await sharp(picture).jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true }));
    const image = jpeg && add(stream(`/Type /XObject /Subtype /Image /Width ${jpeg.info.width} /Height ${jpeg.info.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`, jpeg.data));
    const escaped = text.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -18 Td`).join('\n');
    const drawn = `${image ? `q ${A4.width} 0 0 ${A4.height} 0 0 cm /P Do Q\n` : ''}BT /F 12 Tf 50 ${picture ? 30 : 780} Td\n${escaped}\nET`;
    const content = add(stream('', Buffer.from(drawn, 'latin1')));
    kids.push(
      add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents ${content} 0 R /Resources << /Font << /F 3 0 R >> ${image ? `/XObject << /P ${image} 0 R >>` : ''} >> >>`),
    );
  }
  objects[1] = Buffer.from(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  return written(objects, trailer);
}

/** A PDF of a few kilobytes whose one page is a white picture of so many pixels, four bytes each when it is drawn. */
export function pictureBomb(side: number): Buffer {
  const rows = Buffer.alloc(Math.ceil(side / 8), 0xff);
  const fax = `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${side} /Rows ${side} >>`;
  return written([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>'),
    stream('', Buffer.from('q 595 0 0 842 0 0 cm /P Do Q')),
    stream(`/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 ${fax}`, rows),
  ]);
}

function stream(dictionary: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]);
}

/** The first object is the catalogue. */
function written(objects: readonly Buffer[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  for (const [index, body] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}
