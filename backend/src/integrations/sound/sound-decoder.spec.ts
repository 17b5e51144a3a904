import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { AppConfig } from '../../config/app-config';
import { SealedFile, SoundDecoder, SoundUnreadable } from './sound-decoder';

/** The machine's own, where it has one; else there is nothing to be limited. */
const FFMPEG = spawnSync('which', ['ffmpeg'], { encoding: 'utf8' }).stdout.trim();
const where = FFMPEG === '' ? describe.skip : describe;

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([words(8 + content.length), Buffer.from(type, 'latin1'), content]);
};
const words = (...values: readonly number[]): Buffer => {
  const made = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => made.writeUInt32BE(value >>> 0, at * 4));
  return made;
};
const HEADER = words(0);

interface Track {
  codec: string;
  samples: number;
  /** Of one sample. */
  duration: number;
  /** Where the samples lie, each in a place of its own; one place for all by default. */
  places?: readonly number[];
}

/** An MP4 file whose tables say whatever they like. */
function mp4({ codec, samples, duration, places = [0] }: Track, soundBytes: number): Buffer {
  const entry = box(codec, words(0), words(1), words(0, 0), Buffer.from([0, 1, 0, 8]), words(0), words(8_000 << 16));
  const table = box(
    'stbl',
    box('stsd', HEADER, words(1), entry),
    box('stts', HEADER, words(1, samples, duration)),
    box('stsz', HEADER, words(1, samples)),
    box('stsc', HEADER, words(1, 1, places.length === 1 ? samples : 1, 1)),
    box('stco', HEADER, words(places.length, ...places)),
  );
  const media = box('mdia', box('mdhd', HEADER, words(0, 0, 8_000, 1_000, 0x55c40000)), box('hdlr', HEADER, words(0), Buffer.from('soun'), words(0, 0, 0, 0)), box('minf', box('smhd', HEADER, words(0)), table));
  const track = box('trak', box('tkhd', words(7), words(0, 0, 1, 0, 1_000), Buffer.alloc(60)), media);
  const movie = box('moov', box('mvhd', HEADER, words(0, 0, 1_000, 1_000), Buffer.alloc(80)), track);
  return Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0M4A ', 'latin1')), movie, box('mdat', Buffer.alloc(soundBytes))]);
}

function sealed(file: Buffer): SealedFile & { reads: number } {
  const one = {
    bytes: file.length,
    reads: 0,
    read: (start: number): Promise<Buffer> => {
      one.reads += 1;
      return Promise.resolve(file.subarray(start, start + 65_536));
    },
  };
  return one;
}

async function bytesOf(file: SealedFile): Promise<number> {
  let bytes = 0;
  for await (const some of new SoundDecoder({ ffmpeg: FFMPEG } as AppConfig).decode(file, 'm4a', 3_600)) bytes += some.length;
  return bytes;
}

/** A file in /proc of each of this process's children that are ffmpeg. */
function ofFfmpeg(file: 'status' | 'cmdline' | 'environ'): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return /^Name:\s+ffmpeg$/m.test(status) && status.includes(`PPid:\t${process.pid}\n`) ? [readFileSync(`/proc/${pid}/${file}`, 'utf8')] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** What a stranger gets there. */
const statusOf = (address: string): Promise<number> => new Promise((resolve, reject) => void get(address, (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', reject));

/** In MB. */
const memoryOfFfmpeg = (): number => Math.max(0, ...ofFfmpeg('status').map((status) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024));

where('a file that asks for the whole machine', () => {
  it('gets no gigabytes for an index that it only claims', async () => {
    let most = 0;
    const looking = setInterval(() => (most = Math.max(most, memoryOfFfmpeg())), 20);
    await expect(bytesOf(sealed(mp4({ codec: 'mp4a', samples: 60_000_000, duration: 1_024 }, 1_000)))).rejects.toThrow(SoundUnreadable);
    clearInterval(looking);
    expect(most).toBeLessThan(800);
  });

  it('is not asked for each of its samples', async () => {
    const samples = 20_000;
    const length = mp4({ codec: 'raw ', samples, duration: 1, places: Array.from({ length: samples }, () => 0) }, 0).length;
    const far = 1_500_000;
    const file = sealed(mp4({ codec: 'raw ', samples, duration: 1, places: Array.from({ length: samples }, (_, nth) => length + (nth % 2) * far + Math.floor(nth / 2)) }, far + 70_000));
    await expect(bytesOf(file)).rejects.toThrow(SoundUnreadable);
    expect(file.reads).toBeLessThan(15_000);
  });

  it('is tried again where its bytes could not be fetched', async () => {
    const away = new Error('the storage is away');
    await expect(bytesOf({ bytes: 1_000, read: () => Promise.reject(away) })).rejects.toBe(away);
  });

  it('is read where it is right, wherever its facts stand', async () => {
    const make = (...more: readonly string[]): Buffer =>
      execFileSync(FFMPEG, ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=60', '-c:a', 'aac', ...more, '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov', 'pipe:1'], { maxBuffer: 1e8 });
    expect(await bytesOf(sealed(make()))).toBeGreaterThan(59 * 22_050 * 2);
  });

  it('is handed to nobody who reads the arguments of what decodes it, where any user of the machine can, and finds its line', async () => {
    const file = execFileSync(FFMPEG, ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=20', '-c:a', 'libmp3lame', '-f', 'mp3', 'pipe:1'], { maxBuffer: 1e8 });
    const answers: number[] = [];
    let words = '';
    const read = async (start: number): Promise<Buffer> => {
      if (words === '') {
        words = ofFfmpeg('cmdline').join();
        const told = words.match(/http:\/\/[^\0]+/g) ?? [];
        const port = /127\.0\.0\.1:(\d+)/.exec(words + ofFfmpeg('environ').join())?.[1] ?? '';
        for (const address of [...told.filter((url) => url.includes('127.0.0.1')), ...told.map((url) => `http://127.0.0.1:${port}${new URL(url).pathname}`)]) answers.push(await statusOf(address));
      }
      return file.subarray(start, start + 65_536);
    };
    let bytes = 0;
    for await (const some of new SoundDecoder({ ffmpeg: FFMPEG } as AppConfig).decode({ bytes: file.length, read }, 'mp3', 60)) bytes += some.length;
    expect([bytes > 19 * 22_050 * 2, words.includes('pipe:1'), answers]).toEqual([true, true, [407]]);
  });
});
