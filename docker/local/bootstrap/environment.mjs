import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment of npm and nx: nothing that depends on a home, a daemon, a cloud or a person's production settings. */
export function childEnvironment(root) {
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_TUI: 'false',
    NX_NATIVE_FILE_CACHE_DIRECTORY: join(root, '.nx', 'native'),
    NX_WORKSPACE_DATA_DIRECTORY: join(root, '.nx', 'workspace-data'),
    NX_CACHE_DIRECTORY: join(root, '.nx', 'cache'),
    SCARF_ANALYTICS: 'false',
    npm_config_update_notifier: 'false',
  };
  // A build is always the production build, and development tools are needed to make it.
  delete env.NODE_ENV;
  delete env.npm_config_omit;
  delete env.npm_config_production;
  if (!isWritable(env.HOME)) {
    env.HOME = substituteHome(root);
    env.npm_config_cache = join(env.HOME, '.npm');
  }
  return env;
}

function isWritable(folder) {
  if (folder === undefined || folder === '') return false;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Service users often have no home, or one that does not exist. */
function substituteHome(root) {
  for (const folder of [join(root, '.data', 'home'), join(tmpdir(), `attune-home-${process.getuid?.() ?? 0}`)]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    } catch {
      // Not there: the next place.
    }
  }
  return tmpdir();
}
