import { lazy, type ComponentType } from 'react';
import type { RemoteLoader } from './remote-loader';

/** One page of a remote: on its way, there, or failed. */
export interface PageEntry {
  /** What to draw; suspends until the page is there. */
  Page: ComponentType;
  /** Settles with whether the page is there; never rejects. */
  settled: Promise<boolean>;
}

export interface RemotePageCache {
  /** The page, asked for once as long as that succeeds. */
  open(remote: string, page: string): PageEntry;
  /** Asks again after a failure, from the list on. React keeps a rejection for ever, so a new lazy component is made. */
  reopen(remote: string, page: string): PageEntry;
}

export function createRemotePageCache(loader: RemoteLoader): RemotePageCache {
  const entries = new Map<string, PageEntry>();
  const troubled = new Set<string>();

  function request(remote: string, page: string, fresh: boolean): PageEntry {
    const key = `${remote}/${page}`;
    const loading = loader.loadPage(remote, page, fresh);
    const entry: PageEntry = {
      Page: lazy(() => loading.then((Page) => ({ default: Page }))),
      settled: loading.then(
        (Page) => {
          // From now on the page is drawn at once, without passing through the spinner.
          entry.Page = Page;
          troubled.delete(remote);
          return true;
        },
        () => {
          // Whoever comes back later gets a new try, not the old failure.
          if (entries.get(key) === entry) entries.delete(key);
          troubled.add(remote);
          return false;
        },
      ),
    };
    entries.set(key, entry);
    return entry;
  }

  return {
    open: (remote, page) => entries.get(`${remote}/${page}`) ?? request(remote, page, troubled.has(remote)),
    reopen: (remote, page) => request(remote, page, true),
  };
}
