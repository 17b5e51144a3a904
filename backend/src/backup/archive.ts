import { createHash, Hash } from 'node:crypto';
import { extract, Entry, pack } from 'tar-stream';
import { MAX_OBJECT_BYTES, OBJECT_KEY } from '../integrations/storage/file-storage';
import { Shelf, SHELVES } from '../integrations/storage/stored-objects';
import { BackupProblem } from './backup-problem';
import { END, Ending, Manifest, MANIFEST, parseEnding, parseManifest, ShelfSum, TableSum } from './manifest';

/** Pieces of a table are about as large as this; each ends with a row. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Of a row with a picture, and of every object. */
const MAX_PIECE_BYTES = 512 * 1024 * 1024;
const NEWLINE = 0x0a;

interface Running<Sum> {
  sum: Sum;
  hash: Hash;
}

/** The sums of what went by, table after table and shelf after shelf, in the order of an archive. */
export class Sums {
  private readonly tables = new Map<string, Running<TableSum>>();
  private readonly shelves = new Map<Shelf, Running<ShelfSum>>(SHELVES.map((shelf) => [shelf, { sum: { shelf, objects: 0, bytes: 0, sha256: '' }, hash: createHash('sha256') }]));

  constructor(tables: readonly { name: string }[]) {
    for (const { name } of tables) this.tables.set(name, { sum: { name, rows: 0, bytes: 0, sha256: '' }, hash: createHash('sha256') });
  }

  /** Text of COPY: a row is a line. */
  addRows(table: string, piece: Buffer): void {
    const running = this.tables.get(table);
    if (!running) throw new BackupProblem(`The backup has rows of the table ${table}, which it does not name.`);
    running.sum.bytes += piece.length;
    running.hash.update(piece);
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) running.sum.rows += 1;
  }

  addObject(shelf: Shelf, key: string, bytes: Buffer): void {
    const running = this.shelves.get(shelf) as Running<ShelfSum>;
    running.sum.objects += 1;
    running.sum.bytes += bytes.length;
    running.hash.update(`${key} ${bytes.length}\n`).update(bytes);
  }

  /** Nothing is added any more. */
  finish(): Pick<Ending, 'tables' | 'shelves'> {
    const finished = <Sum>({ sum, hash }: Running<Sum>): Sum => ({ ...sum, sha256: hash.digest('hex') });
    return { tables: [...this.tables.values()].map(finished), shelves: [...this.shelves.values()].map(finished) };
  }
}

/** Writes a backup as a tar archive of plain pieces: the manifest, tables as COPY writes them, objects as they lie in the storage, the ending. */
export class ArchiveWriter {
  private readonly tar = pack();
  private sums = new Sums([]);
  private manifestHash = '';

  get bytes(): AsyncIterable<Uint8Array> {
    return this.tar;
  }

  async begin(manifest: Manifest): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    this.manifestHash = sha256(bytes);
    this.sums = new Sums(manifest.tables);
    await this.add(MANIFEST, bytes);
  }

  async addTable(name: string, text: AsyncIterable<Buffer>): Promise<void> {
    let number = 0;
    for await (const piece of piecesOf(text)) {
      this.sums.addRows(name, piece);
      number += 1;
      await this.add(`tables/${name}/${String(number).padStart(6, '0')}.copy`, piece);
    }
  }

  async addObject(shelf: Shelf, key: string, bytes: Buffer): Promise<void> {
    this.sums.addObject(shelf, key, bytes);
    await this.add(`${shelf}/${key}`, bytes);
  }

  /** @param mark over the ending, see `markedText` @returns the ending */
  async end(rest: Pick<Ending, 'sequences' | 'missing'>, mark: (ending: Ending) => string): Promise<Ending> {
    const ending = { manifest_sha256: this.manifestHash, ...this.sums.finish(), ...rest, mark: '' };
    ending.mark = mark(ending);
    await this.add(END, Buffer.from(`${JSON.stringify(ending, null, 1)}\n`));
    this.tar.finalize();
    return ending;
  }

  /** Whoever reads is told, and reads no end. */
  fail(error: Error): void {
    this.tar.destroy(error);
  }

  private add(name: string, bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.tar.entry({ name, mode: 0o600, mtime: new Date(0), size: bytes.length }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** What becomes of the parts of a backup, in their order. */
export interface ArchiveHandler {
  begin?(manifest: Manifest): Promise<void>;
  rows?(table: string, piece: Buffer): Promise<void>;
  object?(shelf: Shelf, key: string, bytes: Buffer): Promise<void>;
}

export interface ReadArchive {
  manifest: Manifest;
  ending: Ending;
}

/**
 * Reads a backup to its end and holds every part against what the ending says.
 * @throws BackupProblem where something is missing, changed or too much
 */
export async function readArchive(bytes: AsyncIterable<Uint8Array>, path: string, handler: ArchiveHandler = {}): Promise<ReadArchive> {
  const reading = new Reading(path, handler);
  const tar = extract();
  const fed = feed(bytes, tar);
  // It is waited for below; where the reading fails first, it fails as well.
  fed.catch(() => undefined);
  try {
    for await (const entry of tar) await reading.take(entry);
  } catch (error) {
    tar.destroy();
    // What was read is at fault before what was made of it.
    await Promise.race([fed, new Promise((resolve) => setImmediate(resolve))]);
    throw error instanceof Error && /unexpected end/i.test(error.message) ? cutOff(path) : error;
  }
  await fed;
  return reading.finish();
}

async function feed(bytes: AsyncIterable<Uint8Array>, tar: ReturnType<typeof extract>): Promise<void> {
  let goOn = (): void => undefined;
  for (const event of ['drain', 'close']) tar.on(event, () => goOn());
  try {
    for await (const part of bytes) {
      if (tar.destroyed) return;
      const drained = new Promise<void>((resolve) => (goOn = resolve));
      if (!tar.write(part)) await drained;
    }
    tar.end();
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

class Reading {
  private manifest: Manifest | undefined;
  private manifestHash = '';
  private ending: Ending | undefined;
  private sums = new Sums([]);

  constructor(
    private readonly path: string,
    private readonly handler: ArchiveHandler,
  ) {}

  async take(entry: Entry): Promise<void> {
    const { name, size = 0 } = entry.header;
    if (this.ending || size > MAX_PIECE_BYTES) throw this.foreign(name);
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part);
    const bytes = Buffer.concat(parts);
    if (!this.manifest) {
      if (name !== MANIFEST) throw this.foreign(name);
      this.manifest = parseManifest(bytes, this.path);
      this.manifestHash = sha256(bytes);
      this.sums = new Sums(this.manifest.tables);
      await this.handler.begin?.(this.manifest);
    } else if (name === END) this.ending = parseEnding(bytes, this.path);
    else await this.takePiece(name, bytes);
  }

  finish(): ReadArchive {
    if (!this.manifest || !this.ending) throw cutOff(this.path);
    const { manifest_sha256, tables, shelves } = this.ending;
    const read = { manifest_sha256: this.manifestHash, ...this.sums.finish() };
    if (JSON.stringify(read) !== JSON.stringify({ manifest_sha256, tables, shelves })) throw new BackupProblem(`${this.path} does not hold what its end says. Take another backup.`);
    return { manifest: this.manifest, ending: this.ending };
  }

  private async takePiece(name: string, bytes: Buffer): Promise<void> {
    const [folder = '', part = '', ...rest] = name.split('/');
    const shelf = SHELVES.find((each) => each === folder);
    if (folder === 'tables' && rest.length === 1) {
      this.sums.addRows(part, bytes);
      await this.handler.rows?.(part, bytes);
    } else if (shelf && rest.length === 0 && OBJECT_KEY.test(part) && bytes.length <= MAX_OBJECT_BYTES) {
      this.sums.addObject(shelf, part, bytes);
      await this.handler.object?.(shelf, part, bytes);
    } else throw this.foreign(name);
  }

  private foreign(name: string): BackupProblem {
    return new BackupProblem(`${this.path} holds something that is no part of a backup (${JSON.stringify(name)}).`);
  }
}

function cutOff(path: string): BackupProblem {
  return new BackupProblem(`${path} is not whole: its end is missing. Take another backup.`);
}

/** Pieces of whole rows: in the text of COPY a line's end stands for nothing else. */
async function* piecesOf(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of text) {
    parts.push(part);
    length += part.length;
    if (length < PIECE_BYTES || !part.includes(NEWLINE)) continue;
    const all = Buffer.concat(parts);
    const end = all.lastIndexOf(NEWLINE) + 1;
    yield all.subarray(0, end);
    parts = end < all.length ? [all.subarray(end)] : [];
    length = all.length - end;
  }
  if (length > 0) yield Buffer.concat(parts);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
