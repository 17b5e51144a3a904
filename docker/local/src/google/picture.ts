import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 96;

/** A profile picture as PNG: a calm colour that belongs to the account, a lighter head and shoulders. */
export function accountPicture(sub: string): Buffer {
  const seed = createHash('sha256').update(sub).digest();
  const back = [70 + ((seed[0] ?? 0) % 90), 90 + ((seed[1] ?? 0) % 80), 90 + ((seed[2] ?? 0) % 80)];
  const front = back.map((part) => Math.min(255, part + 75));
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const isHead = (x - 48) ** 2 + (y - 38) ** 2 < 17 ** 2;
      const isShoulders = ((x - 48) / 30) ** 2 + ((y - 92) / 30) ** 2 < 1;
      const colour = isHead || isShoulders ? front : back;
      rows.set(colour, y * (1 + SIZE * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
