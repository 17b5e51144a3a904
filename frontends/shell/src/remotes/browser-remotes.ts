import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { readPageData, RUNTIME_CONTRACT, type RemoteListing } from '@attune/shared-ui/runtime';
import { createRemoteLoader, type RemoteSource } from './remote-loader';

/** How often each container has been asked for. */
const asked = new Map<string, number>();

const source: RemoteSource = {
  inlinedList: () => readPageData().remotes,
  async fetchList(signal) {
    const response = await fetch('/remotes.json', { cache: 'no-cache', signal });
    if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
    const { remotes } = (await response.json()) as { remotes: RemoteListing[] };
    return remotes;
  },
  register({ name, entry }) {
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    const address = new URL(entry, window.location.origin);
    if (times > 0) {
      forgetPendingScripts(new URL('.', address));
      // Another address, or the load that never ended would be waited for again.
      address.searchParams.set('try', String(times));
    }
    registerRemotes([{ name, entry: address.href }], { force: times > 0 });
  },
  loadPages: (remote) => loadRemote(`${remote}/pages`),
};

/** Scripts leave the page once they have come or failed; one that is still there hangs, and would be waited for again. */
function forgetPendingScripts(folder: URL): void {
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder.href)) script.remove();
}

/** The loader of this page. */
export const remoteLoader = createRemoteLoader({ source, contract: RUNTIME_CONTRACT });
