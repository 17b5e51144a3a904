import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const LIMIT_BYTES = 20_000_000;
const REMEMBERED_LINES = 40;
/** pino's levels error and fatal. */
const ERROR_LINE = /^\{"level":(?:50|60|"error"|"fatal")/;

/** The log file of one part, and the one before it (`.1`): strangers can make as many lines as they like. What a person should see at once goes to the console too. */
export class PartLog {
  private file: WriteStream;
  private bytes: number;
  private readonly lines: string[] = [];

  constructor(
    private readonly name: string,
    readonly path: string,
    private readonly quiet: boolean,
    private readonly limitBytes = LIMIT_BYTES,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    this.bytes = existsSync(path) ? statSync(path).size : 0;
    this.file = this.bytes > limitBytes ? this.begin() : this.open();
  }

  /** Copies a process's output; its error output and lines of level error also reach the console. */
  follow(stream: Readable, isErrorOutput: boolean): void {
    stream.on('error', () => undefined);
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
      this.keep(line);
      const isWorthShowing = ERROR_LINE.test(line) || (isErrorOutput && !line.startsWith('{') && line.trim() !== '');
      if (isWorthShowing) this.show(readable(line));
    });
  }

  /** A remark of the launcher about this part. */
  note(text: string): void {
    this.keep(`[launcher] ${new Date().toISOString()} ${text}`);
    this.show(text);
  }

  /** The last lines, for a message that explains a failure. */
  tail(): string {
    return this.lines.slice(-15).map(readable).join('\n');
  }

  close(): void {
    this.file.end();
  }

  private open(): WriteStream {
    const file = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    // A full disk must not take the launcher down with it.
    file.on('error', () => undefined);
    return file;
  }

  /** What was written so far is the file before. */
  private begin(): WriteStream {
    renameSync(this.path, `${this.path}.1`);
    this.bytes = 0;
    return this.open();
  }

  private keep(line: string): void {
    this.bytes += Buffer.byteLength(line) + 1;
    // Not before it is open: its file is the one of that name.
    if (this.bytes > this.limitBytes && !this.file.pending) {
      this.file.end();
      this.file = this.begin();
    }
    this.file.write(`${line}\n`);
    this.lines.push(line);
    if (this.lines.length > REMEMBERED_LINES) this.lines.shift();
  }

  private show(text: string): void {
    if (!this.quiet) console.error(`[${this.name}] ${text}`);
  }
}

/** A structured line as a sentence. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const entry = JSON.parse(line) as { msg?: string; error?: string; detail?: string; frames?: string[]; request_id?: string };
    const request = entry.request_id === undefined ? '' : `(request ${entry.request_id})`;
    const parts = [entry.msg, entry.error, entry.detail, entry.frames?.[0]?.trim(), request];
    return parts.filter((part) => part !== undefined && part !== '').join(' ') || line;
  } catch {
    return line;
  }
}
