import { Injectable, Logger } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants as os, setPriority } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { AppConfig } from '../../config/app-config';

/** Kinds of files that are no plain samples, by what their beginning says. */
export type SoundKind = 'mp3' | 'm4a' | 'webm' | 'ogg';

/** A file whose bytes lie sealed: opened piece by piece, never whole. */
export interface SealedFile {
  bytes: number;
  /** Some bytes from there on, at least one. @returns undefined for what does not open */
  read(start: number): Promise<Buffer | undefined>;
}

/** The file is no sound that can be read. */
export class SoundUnreadable extends Error {}

/** One demuxer for each kind: a file that claims to be a list of other files leads nowhere. */
const DEMUXER: Record<SoundKind, string> = { mp3: 'mp3', m4a: 'mov', webm: 'matroska', ogg: 'ogg' };
/** ffmpeg's argument: no name of any machine, for whoever asks for it asks the line. */
const ADDRESS = 'http://sound.invalid/';
/** Frames a second of what comes out: all that speech has. */
export const DECODED_RATE = 22_050;

/** In KiB of address space. A few bytes can claim an index of gigabytes; that of five right hours takes about 30 MB beside the program itself. */
const MOST_MEMORY = 768 * 1024;
/** In seconds of the processor. Five hours of speech take about one minute. */
const MOST_CPU = 900;
/** How often ffmpeg may begin anew somewhere in the file. A right one is read in a handful of pieces, a made-up order would ask for each sample. */
const mostQuestions = (bytes: number): number => 1_000 + 4 * Math.ceil(bytes / 1_000_000);

/** Turns compressed sound into samples, with ffmpeg where the machine has it. Nothing of it is written to a disk in clear. */
@Injectable()
export class SoundDecoder {
  private readonly program: string | undefined;

  constructor({ ffmpeg }: AppConfig) {
    this.program = ffmpeg;
  }

  /** What it can read; nothing without ffmpeg. */
  get kinds(): readonly SoundKind[] {
    return this.program === undefined ? [] : (Object.keys(DEMUXER) as SoundKind[]);
  }

  /**
   * Mono, 16 bit, little-endian, {@link DECODED_RATE}. ffmpeg asks for what it needs of the file over a line of this machine, since the facts of some
   * files stand at their end. It is ended when it takes too much of the machine. Where that line is, and its password, stand in ffmpeg's environment,
   * which nobody else may read: every user of the machine reads its arguments.
   * @param mostSeconds of sound; what is longer is cut there
   * @throws SoundUnreadable; what the file's own reading throws
   */
  async *decode(file: SealedFile, kind: SoundKind, mostSeconds: number): AsyncGenerator<Buffer> {
    if (this.program === undefined) throw new SoundUnreadable('no ffmpeg');
    const line = await openLine(file);
    const source = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'http,tcp', '-f', DEMUXER[kind], '-i', ADDRESS];
    const sink = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(mostSeconds), '-ac', '1', '-ar', String(DECODED_RATE), '-f', 's16le', 'pipe:1'];
    const [command, ...words] = limited([this.program, ...source, ...sink]);
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'], env: { http_proxy: line.proxy } });
    if (child.pid !== undefined) setPriority(child.pid, os.priority.PRIORITY_BELOW_NORMAL);
    const ended = new Promise<number | null>((resolve) => child.once('error', () => resolve(null)).once('close', resolve));
    let isHeard = false;
    try {
      for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
        isHeard ||= bytes.length > 0;
        yield bytes;
      }
      const code = await ended;
      const failure = line.failure();
      if (failure) throw failure;
      if (code !== 0 || !isHeard) {
        if (code === null) new Logger('recordings').error('ffmpeg could not be started.');
        throw new SoundUnreadable('not decoded');
      }
    } finally {
      child.kill('SIGKILL');
      await line.close();
    }
  }
}

/** The command under the limits of the machine's own shell; what cannot be limited does not run. */
function limited(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  // Only Linux knows a limit of the address space.
  if (process.platform !== 'linux') return command;
  return ['/bin/sh', '-c', `ulimit -v ${MOST_MEMORY} && ulimit -t ${MOST_CPU} && exec "$0" "$@"`, ...command];
}

interface Line {
  /** With a password that nobody else can guess. */
  proxy: string;
  /** Why the file could not be handed over: a piece of it did not open or could not be fetched, or pieces were asked for without end. */
  failure(): Error | undefined;
  close(): Promise<void>;
}

async function openLine(file: SealedFile): Promise<Line> {
  const password = randomBytes(32).toString('hex');
  const pass = `Basic ${Buffer.from(`sound:${password}`).toString('base64')}`;
  let failure: Error | undefined;
  let questions = 0;
  const server: Server = createServer((asked, answer) => {
    if (asked.headers['proxy-authorization'] !== pass) return void answer.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="sound"', 'Content-Length': 0 }).end();
    questions += 1;
    if (questions > mostQuestions(file.bytes)) failure ??= new SoundUnreadable('asked for without end');
    if (failure) return void answer.destroy();
    const handed: SealedFile = { bytes: file.bytes, read: (at) => file.read(at).catch((error: Error) => Promise.reject((failure ??= error))) };
    send(handed, asked, answer).catch((error: Error) => {
      // Whoever asks may have heard enough: a line that ends is no failure of the file.
      if (error instanceof SoundUnreadable) failure ??= error;
      answer.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    proxy: `http://sound:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    failure: () => failure,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

async function send(file: SealedFile, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const [, from] = /^bytes=(\d+)-/.exec(asked.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  if (start >= file.bytes) return void answer.writeHead(416, { 'Content-Range': `bytes */${file.bytes}` }).end();
  answer.writeHead(from === undefined ? 200 : 206, { 'Accept-Ranges': 'bytes', 'Content-Length': file.bytes - start, 'Content-Range': `bytes ${start}-${file.bytes - 1}/${file.bytes}` });
  await pipeline(piecesFrom(file, start), answer);
}

async function* piecesFrom(file: SealedFile, start: number): AsyncGenerator<Buffer> {
  for (let at = start; at < file.bytes; ) {
    const piece = await file.read(at);
    if (!piece || piece.length === 0) throw new SoundUnreadable('a piece does not open');
    at += piece.length;
    yield piece;
  }
}
