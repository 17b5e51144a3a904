import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Sorry, stage } from './stage.mjs';

/** Installs the locked packages unless the ones that are there were installed from this lock file for this Node and system. */
export async function installWhenNeeded(root, env) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const modules = join(root, 'node_modules');
  const stampFile = join(modules, '.attune-install.json');
  const platform = `${process.platform}-${process.arch}-${process.versions.modules}`;
  const stamp = JSON.stringify({ lock: createHash('sha256').update(lock).digest('hex'), platform });
  const known = readText(stampFile);
  if (known === stamp) return;
  // Somebody ran npm by hand: when what is installed is what the lock file says, there is nothing to do.
  const isSamePlatform = known === '' || known.includes(`"${platform}"`);
  if (isSamePlatform && isInstalled(modules, JSON.parse(lock.toString('utf8')))) {
    tryWrite(stampFile, stamp);
    return;
  }
  needWritable(root);
  const { program, args } = npm();
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = (title, command) => stage(title, program, [...args, ...command, ...options], { cwd: root, env });
  await install('Installing packages', ['ci']).catch((error) => {
    // A registry without some other system's optional packages makes `ci` refuse the lock file; install then follows the
    // lock file all the same and leaves it as it is.
    if (!String(error.message).includes('EUSAGE')) throw error;
    return install('Installing packages without those of other systems', ['install', '--no-save']);
  });
  writeFileSync(stampFile, stamp);
}

/** Compares the lock file with npm's own record of what it put into node_modules. */
function isInstalled(modules, lock) {
  const record = readText(join(modules, '.package-lock.json'));
  if (record === '') return false;
  const installed = JSON.parse(record).packages ?? {};
  return Object.entries(lock.packages ?? {})
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .every(([path, wanted]) => {
      const found = installed[path];
      if (found === undefined) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true;
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

function needWritable(root) {
  try {
    accessSync(root, constants.W_OK);
    if (existsSync(join(root, 'node_modules'))) accessSync(join(root, 'node_modules'), constants.W_OK);
  } catch {
    throw new Sorry(`The folder ${root} cannot be written by this user, and packages have to be installed into it. Run as the folder's owner, or clone into a folder of your own.`);
  }
}

/** The npm that runs this script, else the one beside this Node, else the one on PATH. */
function npm() {
  const candidates = [process.env.npm_execpath, join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')];
  const script = candidates.find((path) => path !== undefined && /npm-cli\.js$/.test(path) && existsSync(path));
  return script === undefined ? { program: 'npm', args: [] } : { program: process.execPath, args: [script] };
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function tryWrite(path, text) {
  try {
    writeFileSync(path, text);
  } catch {
    // A read-only installation is compared again next time.
  }
}
