import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { readPageData, RUNTIME_CONTRACT, type RemoteListing } from '@attune/shared-ui/runtime';
import { createRemoteLoader, type RemoteSource } from './remote-loader';

const known = new Set<string>();

const source: RemoteSource = {
  inlinedList: () => readPageData().remotes,
  async fetchList(signal) {
    const response = await fetch('/remotes.json', { cache: 'no-cache', signal });
    if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
    const { remotes } = (await response.json()) as { remotes: RemoteListing[] };
    return remotes;
  },
  register({ name, entry }) {
    const remote = { name, entry: new URL(entry, window.location.origin).href };
    // Replacing drops the container that failed before, so that the next load starts from its script again.
    registerRemotes([remote], { force: known.has(name) });
    known.add(name);
  },
  loadPages: (remote) => loadRemote(`${remote}/pages`),
};

/** The loader of this page. */
export const remoteLoader = createRemoteLoader({ source, contract: RUNTIME_CONTRACT });
