/** How the sound of a WAV file lies in it. */
export interface WavFormat {
  encoding: 'integer' | 'float';
  channels: number;
  /** Frames a second. */
  rate: number;
  /** Of one value of one channel. */
  bits: number;
  /** Where the sound begins, in bytes. */
  dataAt: number;
  dataBytes: number;
}

/** Why a file is not taken; each has a sentence. */
export type WavProblem = 'not_wav' | 'encoding' | 'empty';

const INTEGER = 1;
const FLOAT = 3;
/** What it is stands further on, as the first word of a GUID. */
const EXTENSIBLE = 0xfffe;
const UNKNOWN_LENGTH = 0xffffffff;
const MOST_CHANNELS = 8;
/** Of a file that is made here. */
export const WAV_HEAD_BYTES = 44;

/**
 * Reads what a file says of itself; what it is called does not matter.
 * @param head the beginning of the file: sound begins within it
 * @param fileSize in bytes; what a file says of its length counts only as far as there is a file
 */
export function readWav(head: Buffer, fileSize: number): WavFormat | WavProblem {
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return 'not_wav';
  let format: Pick<WavFormat, 'encoding' | 'channels' | 'rate' | 'bits'> | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const from = at + 8;
    if (name === 'fmt ') {
      if (size < 16 || from + size > head.length) return 'not_wav';
      format = formatOf(head.subarray(from, from + size));
      if (!format) return 'encoding';
    } else if (name === 'data') {
      if (!format) return 'not_wav';
      const dataBytes = Math.min(size === UNKNOWN_LENGTH || size === 0 ? Infinity : size, fileSize - from);
      const whole = dataBytes - (dataBytes % frameBytes(format));
      return whole > 0 ? { ...format, dataAt: from, dataBytes: whole } : 'empty';
    }
    at = from + size + (size % 2);
  }
  return 'not_wav';
}

function formatOf(chunk: Buffer): Pick<WavFormat, 'encoding' | 'channels' | 'rate' | 'bits'> | undefined {
  const tag = chunk.readUInt16LE(0);
  const kind = tag === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const [channels, rate, bits] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4), chunk.readUInt16LE(14)];
  const isKnown = kind === INTEGER ? [8, 16, 24, 32].includes(bits) : kind === FLOAT && bits === 32;
  if (!isKnown || channels < 1 || channels > MOST_CHANNELS || rate < 8_000 || rate > 96_000) return undefined;
  return { encoding: kind === FLOAT ? 'float' : 'integer', channels, rate, bits };
}

/** Of all channels together. */
export function frameBytes({ channels, bits }: Pick<WavFormat, 'channels' | 'bits'>): number {
  return (channels * bits) / 8;
}

/** Mono, 16 bit, little-endian: the mean of all channels. @param bytes whole frames */
export function toMono(bytes: Buffer, format: Pick<WavFormat, 'encoding' | 'channels' | 'bits'>): Buffer {
  const frames = Math.floor(bytes.length / frameBytes(format));
  const mono = Buffer.alloc(frames * 2);
  const step = format.bits / 8;
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) sum += valueAt(bytes, (frame * format.channels + channel) * step, format);
    const mean = Math.round((sum / format.channels) * 32_768);
    mono.writeInt16LE(Math.max(-32_768, Math.min(32_767, mean)), frame * 2);
  }
  return mono;
}

/** -1 to 1. */
function valueAt(bytes: Buffer, at: number, { encoding, bits }: Pick<WavFormat, 'encoding' | 'bits'>): number {
  if (encoding === 'float') {
    const value = bytes.readFloatLE(at);
    return Number.isFinite(value) ? value : 0;
  }
  // Bytes alone are without a sign.
  return bits === 8 ? (bytes.readUInt8(at) - 128) / 128 : bytes.readIntLE(at, bits / 8) / 2 ** (bits - 1);
}

/** What stands before mono sound of 16 bits in a WAV file. */
export function wavHead(dataBytes: number, rate: number): Buffer {
  const head = Buffer.alloc(WAV_HEAD_BYTES);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(WAV_HEAD_BYTES - 8 + dataBytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataBytes, 40);
  return head;
}
