import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { PartLog } from '../src/process/part-log';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();

test('a log that strangers fill takes two files at most, and the last lines are in them', async () => {
  const log = new PartLog('api', join(folder, 'api.log'), true, 5_000);
  const output = new PassThrough();
  log.follow(output, false);
  for (let n = 0; n < 1_000; n += 1) {
    output.write(`{"level":"info","n":${n}}\n`);
    if (n % 100 === 0) await setTimeout(5);
  }
  output.end();
  await once(output, 'close');
  await setTimeout(50);
  log.close();
  await setTimeout(50);
  expect(readdirSync(folder).sort()).toEqual(['api.log', 'api.log.1']);
  const kept = ['api.log.1', 'api.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  expect(kept.length).toBeLessThan(11_000);
  expect(kept.trimEnd().split('\n').at(-1)).toBe('{"level":"info","n":999}');
});
