import { frameBytes, readWav, toMono, WavFormat } from './wav';

interface Parts { tag?: number; channels?: number; rate?: number; bits?: number; data?: Buffer; says?: number; before?: Buffer }

function fileOf({ tag = 1, channels = 1, rate = 16_000, bits = 16, data = Buffer.alloc(64), says = data.length, before = Buffer.alloc(0) }: Parts = {}): Buffer {
  const fmt = Buffer.alloc(24);
  fmt.write('fmt ', 0, 'latin1');
  fmt.writeUInt32LE(16, 4);
  fmt.writeUInt16LE(tag, 8);
  fmt.writeUInt16LE(channels, 10);
  fmt.writeUInt32LE(rate, 12);
  fmt.writeUInt16LE(bits, 22);
  const head = Buffer.alloc(8);
  head.write('data', 0, 'latin1');
  head.writeUInt32LE(says, 4);
  const body = Buffer.concat([Buffer.from('WAVE'), fmt, before, head, data]);
  const riff = Buffer.alloc(8);
  riff.write('RIFF', 0, 'latin1');
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}
const read = (file: Buffer) => readWav(file, file.length);

it('finds the sound, whatever stands before it', () => {
  const list = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')]);
  expect(read(fileOf())).toEqual({ encoding: 'integer', channels: 1, rate: 16_000, bits: 16, dataAt: 44, dataBytes: 64 });
  expect(read(fileOf({ before: list }))).toMatchObject({ dataAt: 56, dataBytes: 64 });
});

it('counts no more than there is: what was cut off, what says nothing of its length, half a frame', () => {
  expect(read(fileOf({ says: 1_000_000 }))).toMatchObject({ dataBytes: 64 });
  expect(read(fileOf({ says: 0xffffffff }))).toMatchObject({ dataBytes: 64 });
  expect(read(fileOf({ channels: 2, data: Buffer.alloc(63) }))).toMatchObject({ dataBytes: 60 });
});

it.each([
  ['nothing', Buffer.alloc(0), 'not_wav'],
  ['another file', Buffer.from('ID3 and then some more of it'), 'not_wav'],
  ['a page', Buffer.from('<html><body>RIFF WAVE</body></html>'), 'not_wav'],
  ['a beginning without sound', fileOf().subarray(0, 40), 'not_wav'],
  ['no sound at all', fileOf({ data: Buffer.alloc(0) }), 'empty'],
  ['what is compressed', fileOf({ tag: 0x55 }), 'encoding'],
  ['12 bit', fileOf({ bits: 12 }), 'encoding'],
  ['a million frames a second', fileOf({ rate: 1_000_000 }), 'encoding'],
  ['no channel', fileOf({ channels: 0 }), 'encoding'],
])('%s is refused', (_, file, problem) => {
  expect(read(file)).toBe(problem);
});

it('every prefix of a file and a lot of noise is answered, never thrown at', () => {
  const file = fileOf();
  for (let length = 0; length <= file.length; length += 1) expect(() => readWav(file.subarray(0, length), file.length)).not.toThrow();
  for (let at = 0; at < 44; at += 1) {
    for (const byte of [0, 1, 127, 255]) {
      const changed = Buffer.from(file);
      changed[at] = byte;
      expect(() => read(changed)).not.toThrow();
    }
  }
});

it.each<[Pick<WavFormat, 'encoding' | 'channels' | 'bits'>, (value: number) => Buffer]>([
  [{ encoding: 'integer', channels: 1, bits: 8 }, (value) => Buffer.from([128 + value * 128])],
  [{ encoding: 'integer', channels: 1, bits: 16 }, (value) => le(2, value * 2 ** 15)],
  [{ encoding: 'integer', channels: 1, bits: 24 }, (value) => le(3, value * 2 ** 23)],
  [{ encoding: 'integer', channels: 1, bits: 32 }, (value) => le(4, value * 2 ** 31)],
  [{ encoding: 'float', channels: 1, bits: 32 }, (value) => { const bytes = Buffer.alloc(4); bytes.writeFloatLE(value); return bytes; }],
])('%j becomes 16 bit; two channels become their mean', (format, write) => {
  expect(toMono(Buffer.concat([write(0.5), write(-0.25)]), format)).toEqual(Buffer.concat([le(2, 16_384), le(2, -8_192)]));
  const stereo = { ...format, channels: 2 };
  expect(frameBytes(stereo)).toBe(2 * frameBytes(format));
  expect(toMono(Buffer.concat([write(0.5), write(-0.25)]), stereo)).toEqual(le(2, 4_096));
});

function le(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntLE(value, 0, bytes);
  return buffer;
}
