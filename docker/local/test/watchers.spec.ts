import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onChange } from '../src/launch/watchers';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
const sources = join(root, 'backend', 'src');
const built = join(root, 'shell', 'dist');
let calls = 0;
let end: () => Promise<void>;

beforeAll(async () => {
  for (const folder of [sources, built]) mkdirSync(folder, { recursive: true });
  for (const file of [join(sources, 'main.ts'), join(built, 'shell.js')]) writeFileSync(file, '1');
  end = await onChange([sources, built], () => (calls += 1));
  await sleep(1_500);
});

afterAll(() => end());

async function isToldOf(change: () => void | Promise<void>): Promise<void> {
  const before = calls;
  await change();
  for (let tries = 0; calls === before; tries += 1) {
    if (tries > 500) throw new Error('It was never told');
    await sleep(20);
  }
}

test('a file that an editor replaces, and the next change to it', async () => {
  await isToldOf(() => {
    writeFileSync(join(sources, 'main.ts.tmp'), '333');
    renameSync(join(sources, 'main.ts.tmp'), join(sources, 'main.ts'));
  });
  await isToldOf(() => writeFileSync(join(sources, 'main.ts'), '4444'));
});

test('a folder that is deleted and made again later', async () => {
  await isToldOf(() => rmSync(built, { recursive: true }));
  await isToldOf(() => {
    mkdirSync(built);
    writeFileSync(join(built, 'shell.js'), '55555');
  });
  await isToldOf(() => writeFileSync(join(built, 'shell.js'), '666666'));
});

test('a file that is written bit by bit is not told at each bit; what lies beside the folders never is', async () => {
  let told = 0;
  await isToldOf(async () => {
    const before = calls;
    for (let size = 1; size < 10; size += 1) {
      writeFileSync(join(sources, 'main.ts'), 'x'.repeat(100 + size));
      await sleep(200);
    }
    told = calls - before;
  });
  expect(told).toBeLessThan(2);
  await sleep(800);
  const before = calls;
  writeFileSync(join(root, 'shell', 'webpack.config.cjs'), '1');
  await sleep(1_500);
  expect(calls).toBe(before);
});
