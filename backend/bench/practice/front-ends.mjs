import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('../../../frontends', import.meta.url));
/** The built pages, where they are built; a server without them answers pages with 503. */
export const FRONT_ENDS = { SHELL_ORIGIN: join(HERE, 'shell/dist'), REMOTES_ORIGIN: HERE };
