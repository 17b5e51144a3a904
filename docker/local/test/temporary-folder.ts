import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traversableFolder } from '../src/postgres/server';

/** A folder of one test file, removed when its tests are over. */
export function temporaryFolder(): string {
  const folder = traversableFolder(mkdtempSync(join(tmpdir(), 'attune-local-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
