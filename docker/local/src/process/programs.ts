import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const USUAL_PLACES = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The first of these programs that this machine has, or null. */
export function findProgram(names: readonly string[], searchPath = process.env.PATH ?? ''): string | null {
  const folders = [...searchPath.split(delimiter).filter((folder) => folder !== ''), ...USUAL_PLACES];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Look further.
      }
    }
  }
  return null;
}
