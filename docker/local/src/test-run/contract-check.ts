import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runNode, type StageContext } from './stages';

/** Generates the contract anew and compares: what is committed must be what the code says. The files are left as they were. */
export async function contractIsCurrent(context: StageContext): Promise<boolean> {
  const before = contractFiles(context.root);
  const nx = join(context.root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const code = await runNode(context, [nx, 'run-many', '-t', 'contract', '--parallel=1', '--outputStyle=static']);
  const after = contractFiles(context.root);
  for (const [path, text] of before) writeFileSync(path, text);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
  if (changed.length > 0) {
    const names = changed.map((path) => relative(context.root, path)).join(', ');
    console.error(`The contract has drifted: ${names}. Run "npm run contract" and commit what it changes.`);
  }
  return code === 0 && changed.length === 0;
}

function contractFiles(root: string): Map<string, string> {
  const types = join(root, 'shared-ui', 'src', 'api');
  const generated = existsSync(types) ? readdirSync(types).map((name) => join(types, name)) : [];
  const paths = [join(root, 'backend', 'openapi.json'), ...generated].filter((path) => existsSync(path));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}
