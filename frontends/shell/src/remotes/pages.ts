import { remoteLoader } from './browser-remotes';
import { createRemotePageCache } from './remote-page-cache';

/** The remotes' pages that this tab has opened. */
export const remotePages = createRemotePageCache(remoteLoader);
