import Redis from 'ioredis';
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/common/database/database';
import { childrenOf } from './worker-process';

/** Words that stand nowhere else, to be looked for where nothing must stand that somebody wrote. */
export class Canaries {
  readonly words: string[] = [];

  /** Of letters alone: a name with many digits in it is refused, as one that holds a telephone number. */
  make(): string {
    return this.add(`canary${randomBytes(9).toString('hex').replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`);
  }

  add(word: string): string {
    this.words.push(word);
    return word;
  }

  /** Those that stand in a text, as they are, as hexadecimal digits or in base64, wherever in a group of three they begin. */
  in(text: string): string[] {
    const lower = text.toLowerCase();
    return this.words.filter((word) => {
      const bytes = Buffer.from(word);
      const based = [0, 1, 2].map((shift) => Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64').slice(Math.ceil((shift * 8) / 6), -4));
      return text.includes(word) || lower.includes(bytes.toString('hex')) || based.some((part) => text.includes(part));
    });
  }
}

/** Every row of every table, as text; bytes also as the text that they may be. */
export async function everyRow(database: Database): Promise<{ table: string; row: string }[]> {
  const tables = await database.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    for (const { row } of await database.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`)) {
      const text = JSON.stringify(row);
      rows.push({ table: name, row: text.replace(/\\\\x((?:[0-9a-f]{2})+)/g, (whole, hex: string) => `${whole} ${Buffer.from(hex, 'hex').toString('latin1')}`) });
    }
  }
  return rows;
}

/** Everything that a Redis holds, key by key. */
export async function everyKey(url: string): Promise<string[]> {
  const redis = new Redis(url);
  const found: string[] = [];
  for (const key of await redis.keys('*')) {
    const kind = await redis.type(key);
    const held: unknown =
      kind === 'hash' ? await redis.hgetall(key) : kind === 'list' ? await redis.lrange(key, 0, -1) : kind === 'set' ? await redis.smembers(key) : kind === 'zset' ? await redis.zrange(key, 0, -1) : kind === 'string' ? await redis.get(key) : await redis.xrange(key, '-', '+');
    found.push(`${key} ${JSON.stringify(held)}`);
  }
  redis.disconnect();
  return found;
}

/** Looks again and again at what a process and its children have open on the disk, and at what lies in the system's folder for temporary files. */
export function watchFiles(pid: number, canaries: Canaries, everyMs = 50): { looks(): number; stop(): string[] } {
  const since = Date.now();
  const found = new Set<string>();
  let looks = 0;
  const look = (): void => {
    looks += 1;
    const paths = [pid, ...childrenOf(pid)].flatMap(openFiles);
    const lying = readdirSync(tmpdir()).map((name) => join(tmpdir(), name)).filter((path) => isNew(path, since));
    for (const path of new Set([...paths, ...lying])) if (canaries.in(path + contentOf(path)).length > 0) found.add(path);
  };
  const timer = setInterval(look, everyMs);
  return {
    looks: () => looks,
    stop: () => {
      clearInterval(timer);
      look();
      return [...found];
    },
  };
}

/** What a process has open and is written to by programs: no libraries, sockets or the kernel's own. */
function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const path = `/proc/${pid}/fd/${fd}`;
      const target = readlinkSync(path);
      return /^\/(?!proc|dev|sys|usr|lib)/.test(target) && !target.includes('/node_modules/') ? [path] : [];
    });
  } catch {
    return [];
  }
}

function isNew(path: string, since: number): boolean {
  try {
    const { mtimeMs } = lstatSync(path);
    return mtimeMs >= since && lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function contentOf(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
  } catch {
    return '';
  }
}
