import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Origin } from '../config/app-config';

const FETCH_TIMEOUT_MS = 1_500;
const FRESH_MS = 1_000;
/** These files are a few kB. A server that sends more is broken, or somebody else's: it takes no memory here. */
const MOST_BYTES = 256 * 1024;

interface Held {
  text: string | undefined;
  /** For folders: the file's version. For servers: when it was asked. */
  mtimeMs: number;
  checkedAt: number;
  /** When a server last answered. */
  answeredAt: number;
}

/** What a server said: undefined for "not here". */
type Said = { text: string | undefined } | 'no answer';

/**
 * Small text files of a built front-end, from a folder or a server. Folders are read again when the file changed;
 * a server is asked at most once a second, and while a newer answer is under way the last one serves.
 */
export class FrontEndFiles {
  private readonly held = new Map<string, Held>();
  private readonly underWay = new Map<string, Promise<Held>>();

  /** @param bridgedMs a server that does not answer for so long is taken to be hiccuping: what it said last serves */
  constructor(
    private readonly origin: Origin,
    private readonly bridgedMs = 0,
  ) {}

  /** @returns the file's text, or undefined when it cannot be had right now */
  async read(name: string): Promise<string | undefined> {
    const held = this.held.get(name);
    if (this.origin.kind === 'folder') return (await this.readFolder(this.origin.path, name, held)).text;
    if (held && Date.now() - held.checkedAt < FRESH_MS) return held.text;
    const newer = this.fetchOnce(this.origin.url, name);
    return (held ?? (await newer)).text;
  }

  private async readFolder(folder: string, name: string, held: Held | undefined): Promise<Held> {
    const file = join(folder, name);
    const version = await stat(file).then(({ mtimeMs }) => mtimeMs, () => undefined);
    if (version === undefined) return { text: undefined, mtimeMs: 0, checkedAt: 0, answeredAt: 0 };
    if (held && held.mtimeMs === version) return held;
    const read = { text: await readFile(file, 'utf8').catch(() => undefined), mtimeMs: version, checkedAt: Date.now(), answeredAt: 0 };
    this.held.set(name, read);
    return read;
  }

  private fetchOnce(url: string, name: string): Promise<Held> {
    const running = this.underWay.get(name);
    if (running) return running;
    const started = fetchText(`${url}/${name}`).then((said) => {
      const [before, now] = [this.held.get(name), Date.now()];
      const isBridged = said === 'no answer' && before !== undefined && now - before.answeredAt < this.bridgedMs;
      const held = said === 'no answer' ? { text: isBridged ? before.text : undefined, mtimeMs: 0, checkedAt: now, answeredAt: before?.answeredAt ?? 0 } : { text: said.text, mtimeMs: 0, checkedAt: now, answeredAt: now };
      this.held.set(name, held);
      this.underWay.delete(name);
      return held;
    });
    this.underWay.set(name, started);
    return started;
  }
}

async function fetchText(url: string): Promise<Said> {
  try {
    // Nothing leads the API to another address inside.
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error', headers: { accept: '*/*' } });
    if (answer.ok && answer.body) return { text: await textOf(answer.body) };
    await answer.body?.cancel();
    return { text: undefined };
  } catch {
    return 'no answer';
  }
}

/** @returns undefined for more than {@link MOST_BYTES}, of which the rest is not read */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
