import Ajv, { ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../common/errors/domain-error';
import type { ComingFile, ComingPractice } from '../../../common/practices/coming-practice';
import type { PracticeRow, PracticeTable } from '../../../common/practices/practice-rows';
import { ListedFile, PRACTICE_FILE } from '../export/practice-export.service';
import { frameSchema, PRACTICE_SCHEMA, rowSchema } from '../export/practice-schema';
import * as messages from '../messages';
import { GivenJson, GivenRow, NoJson } from './given-json';

/** As an export writes them: names with slashes between them, none of which leads elsewhere. */
const PATH = /^(?!\.\.?(?:\/|$))[^/\\\0]+(?:\/(?!\.\.?(?:\/|$))[^/\\\0]+)*$/;

interface Frame {
  schema: string;
  exported_at: string;
  therapist_id: string;
  rows: Record<string, null[]>;
  files: ListedFile[];
  missing: string[];
}

/** The key of a row as texts, with spaces between them. */
export const keyOf = ({ keys }: PracticeTable, row: PracticeRow): string => keys.map((key) => String(row[key])).join(' ');

/** The folder of an export, looked at from end to end before anything is done with it. */
export class GivenPractice {
  private constructor(
    private readonly folder: string,
    private readonly tables: ReadonlyMap<string, PracticeTable>,
    readonly frame: Frame,
    /** Its own row of the accounts. */
    readonly account: PracticeRow,
    /** Rows of tables that were asked for. */
    readonly kept: readonly GivenRow[],
    private readonly sha256: string,
  ) {}

  /**
   * @param kept the tables whose rows are kept
   * @throws DomainError rule, in a sentence, for what is no export of this version, or not as it was exported
   */
  static async look(folder: string, tables: ReadonlyMap<string, PracticeTable>, kept: ReadonlySet<string>): Promise<GivenPractice> {
    const path = join(folder, PRACTICE_FILE);
    if (!(await isFile(path))) throw refused(messages.noExport(folder));
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    const checks = new Map<string, ValidateFunction>();
    for (const table of tables.values()) if (table.claim.notExported === undefined) checks.set(table.name, ajv.compile(rowSchema(table)));
    const json = new GivenJson(path);
    const rows: GivenRow[] = [];
    let account: PracticeRow | undefined;
    let problem: string | undefined;
    const known = (schema: unknown): void => {
      if (schema !== PRACTICE_SCHEMA) throw refused(messages.otherVersion(schema));
    };
    try {
      for await (const { table, row } of json.read(known)) {
        const check = checks.get(table);
        if (problem === undefined && !check?.(row)) problem = messages.notAsExported(check ? `${table} ${ajv.errorsText(check.errors, { dataVar: 'row' })}` : table);
        if (problem === undefined && kept.has(table)) rows.push({ table, row });
        if (table === 'users') account = row;
      }
    } catch (error) {
      throw error instanceof NoJson ? refused(messages.noJson(error.message)) : error;
    }
    const frame = json.rest as Frame | null;
    known(frame?.schema);
    const checkFrame = ajv.compile(frameSchema([...tables.values()]));
    if (!checkFrame(frame)) throw refused(messages.notAsExported(ajv.errorsText(checkFrame.errors, { dataVar: PRACTICE_FILE })));
    if (problem !== undefined) throw refused(problem);
    const { therapist_id, files } = frame as Frame;
    if (account?.['id'] !== therapist_id || account['user_type'] !== 'therapist') throw refused(messages.notOneTherapist);
    const contents = new Set<string>();
    for (const file of files) {
      await assertFile(folder, file);
      if (!file.of) continue;
      const row = `${file.of.table} ${file.of.id}`;
      if (contents.has(row)) throw refused(messages.notAsExported(messages.twoFiles(file.path)));
      contents.add(row);
    }
    return new GivenPractice(folder, tables, frame as Frame, account, rows, json.sha256);
  }

  /** All rows once more. @throws DomainError rule where the file is not the one that was looked at */
  async *rows(): AsyncGenerator<GivenRow> {
    const json = new GivenJson(join(this.folder, PRACTICE_FILE));
    yield* json.read(() => undefined);
    if (json.sha256 !== this.sha256) throw refused(messages.changedMeanwhile(PRACTICE_FILE));
  }

  /** Hands the rows that were asked for on. */
  hold(coming: ComingPractice): void {
    for (const { table, row } of this.kept) coming.hold(table, keyOf(this.tables.get(table) as PracticeTable, row), row);
  }

  /** Files that are the content of rows, one after the other, each open until the next one. */
  async *files(): AsyncGenerator<ComingFile & { table: string }> {
    for (const { path, bytes, of } of this.frame.files) {
      if (!of) continue;
      const file = await open(join(this.folder, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        yield { table: of.table, id: of.id, bytes, read: (from, length) => readAll(file, from, length) };
      } finally {
        await file.close();
      }
    }
  }
}

function refused(sentence: string): DomainError {
  return new DomainError('rule', sentence);
}

async function isFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true;
}

/** No folder on the way to it leads elsewhere. */
async function isWithin(folder: string, path: string): Promise<boolean> {
  const folders = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth += 1) {
    const found = await lstat(join(folder, ...folders.slice(0, depth))).catch(() => undefined);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
}

async function assertFile(folder: string, { path, bytes, sha256 }: ListedFile): Promise<void> {
  const whole = join(folder, path);
  if (!PATH.test(path) || !(await isWithin(folder, path)) || !(await isFile(whole))) throw refused(messages.fileMissing(path));
  const hash = createHash('sha256');
  let length = 0;
  for await (const piece of createReadStream(whole) as AsyncIterable<Buffer>) {
    hash.update(piece);
    length += piece.length;
  }
  if (length !== bytes || hash.digest('hex') !== sha256) throw refused(messages.fileChanged(path));
}

async function readAll(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const into = Buffer.alloc(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await file.read(into, length, bytes - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return into.subarray(0, length);
}
