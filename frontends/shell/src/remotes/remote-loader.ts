import type { ComponentType } from 'react';
import type { RemoteListing } from '@attune/shared-ui/runtime';
import { RemoteProblem } from './remote-problem';

/** What a remote's container hands out as `./pages`. */
export interface RemotePages {
  runtimeContract: number;
  pages: Record<string, () => Promise<{ default: ComponentType }>>;
}

/** What the loader stands on; the browser's own parts live in `browser-remotes.ts`. */
export interface RemoteSource {
  /** The list that came with the page; empty when none did. */
  inlinedList(): RemoteListing[];
  /** Reads the list from the server, past every cache. */
  fetchList(signal: AbortSignal): Promise<RemoteListing[]>;
  /** Makes a container known under its name, replacing what was known before. */
  register(remote: { name: string; entry: string }): void;
  /** Loads the container's `./pages`. */
  loadPages(remote: string): Promise<unknown>;
}

export interface RemoteLoaderOptions {
  source: RemoteSource;
  /** The runtime contract of this shell. */
  contract: number;
  timeoutMs?: number;
}

export interface RemoteLoader {
  /**
   * Loads one page of a remote. `fresh` reads the list again and replaces the container: the way out after a failure.
   * Rejects with RemoteProblem, whatever went wrong.
   */
  loadPage(remote: string, page: string, fresh?: boolean): Promise<ComponentType>;
}

const TIMEOUT_MS = 15_000;
/**
 * A browser answers the next request for a file whose preload failed with that old failure, so a remote that is back may
 * still seem to fail once for each of its files.
 */
const TRIES_AFTER_FAILURE = 5;
const PAUSE_MS = 100;

export function createRemoteLoader({ source, contract, timeoutMs = TIMEOUT_MS }: RemoteLoaderOptions): RemoteLoader {
  const registered = new Map<string, string>();

  async function listing(remote: string, fresh: boolean, signal: AbortSignal): Promise<{ name: string; entry: string }> {
    const inlined = fresh ? undefined : find(source.inlinedList(), remote);
    const entry = inlined ?? find(await source.fetchList(signal), remote);
    if (!entry || entry.unavailable === true) throw new RemoteProblem('unavailable', remote);
    // Checked before a line of the remote's code runs.
    if (entry.runtimeContract !== contract) throw new RemoteProblem('outdated', remote);
    return { name: entry.name, entry: entry.entry };
  }

  async function load(remote: string, page: string, fresh: boolean, signal: AbortSignal): Promise<ComponentType> {
    if (fresh || !registered.has(remote)) {
      const container = await listing(remote, fresh, signal);
      if (signal.aborted) throw new RemoteProblem('slow', remote);
      source.register(container);
      registered.set(remote, container.entry);
    }
    return openPage(remote, page, signal, fresh ? TRIES_AFTER_FAILURE : 1);
  }

  async function openPage(remote: string, page: string, signal: AbortSignal, tries: number): Promise<ComponentType> {
    try {
      return await openOnce(remote, page);
    } catch (error) {
      if (error instanceof RemoteProblem || tries === 1 || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return openPage(remote, page, signal, tries - 1);
    }
  }

  async function openOnce(remote: string, page: string): Promise<ComponentType> {
    const exposed = checkShape(await source.loadPages(remote), remote);
    if (exposed.runtimeContract !== contract) throw new RemoteProblem('outdated', remote);
    const open = Object.hasOwn(exposed.pages, page) ? exposed.pages[page] : undefined;
    if (typeof open !== 'function') throw new RemoteProblem('broken', remote);
    const { default: Page } = await open();
    if (typeof Page !== 'function') throw new RemoteProblem('broken', remote);
    return Page;
  }

  return {
    async loadPage(remote, page, fresh = false) {
      const limit = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooSlow = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          limit.abort();
          reject(new RemoteProblem('slow', remote));
        }, timeoutMs);
      });
      try {
        return await Promise.race([load(remote, page, fresh, limit.signal), tooSlow]);
      } catch (cause) {
        throw cause instanceof RemoteProblem ? cause : new RemoteProblem('unreachable', remote, { cause });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function find(list: RemoteListing[], remote: string): RemoteListing | undefined {
  return list.find(({ name }) => name === remote);
}

function checkShape(exposed: unknown, remote: string): RemotePages {
  const candidate = exposed as Partial<RemotePages> | null | undefined;
  const fits = typeof candidate?.runtimeContract === 'number' && typeof candidate.pages === 'object' && candidate.pages !== null;
  if (!fits) throw new RemoteProblem('broken', remote);
  return candidate as RemotePages;
}
