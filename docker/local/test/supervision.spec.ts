import { Redis } from 'ioredis';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PartLog } from '../src/process/part-log';
import { isAlive } from '../src/process/pids';
import { portIsFree, reservePort } from '../src/process/ports';
import { SupervisedProcess } from '../src/process/supervised-process';
import { findRedisProgram, startRedis } from '../src/redis/server';
import { runOnce } from '../src/stack/one-off';
import { RuntimeFile } from '../src/stack/runtime-file';
import { readSecrets } from '../src/stack/secrets';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();

function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 250) throw new Error('It never happened');
    await sleep(20);
  }
}

test('a port that is kept for later is nobody else’s until it is released', async () => {
  const { port, release } = await reservePort();
  expect(await portIsFree(port)).toBe(false);
  await release();
  await release();
  expect(await portIsFree(port)).toBe(true);
});

test('a killed process comes back, a stopped one does not', async () => {
  const log = new PartLog('sleeper', join(folder, 'logs', 'sleeper.log'), true);
  const sleeper = new SupervisedProcess({ name: 'sleeper', script: script('sleeper.js', 'setInterval(() => {}, 1000)'), cwd: folder, env: {}, log });
  sleeper.start();
  const first = sleeper.pid;
  await sleep(100);
  sleeper.kill();
  await until(() => sleeper.pid !== null && sleeper.pid !== first);
  expect(sleeper.unexpectedEnds).toBe(1);
  const second = sleeper.pid ?? 0;
  await sleeper.stop();
  await sleep(400);
  expect(isAlive(second)).toBe(false);
  expect(sleeper.pid).toBeNull();
  sleeper.start();
  await until(() => sleeper.pid !== null);
  await sleeper.restart();
  expect(isAlive(sleeper.pid ?? 0)).toBe(true);
  await sleeper.stop();
});

test('a script that fails is told with its last lines', async () => {
  const log = new PartLog('migrate', join(folder, 'logs', 'migrate.log'), true);
  const failing = script('failing.js', `console.log('{"level":50,"msg":"the cause"}'); console.error('plain words'); process.exit(3)`);
  await expect(runOnce({ script: failing, cwd: folder, env: {}, log })).rejects.toThrow(/failing\.js failed \(code 3\)[\s\S]*the cause[\s\S]*plain words|plain words[\s\S]*the cause/);
  expect(await runOnce({ script: script('fine.js', `console.log('{"slug":"demo"}')`), cwd: folder, env: {}, log })).toBe('{"slug":"demo"}\n');
});

test('a second start says where the first one is; leftovers of a killed one are ended', async () => {
  const sleeper = script('left-behind.js', 'setInterval(() => {}, 1000)');
  const log = new PartLog('left', join(folder, 'logs', 'left.log'), true);
  const left = new SupervisedProcess({ name: 'left', script: sleeper, cwd: folder, env: {}, log });
  left.start();
  await until(() => left.pid !== null);
  const pid = left.pid ?? 0;
  const state = (launcher: object): string => JSON.stringify({ launcher, url: 'http://localhost:3000', parts: { api: { pid, command: sleeper } } });
  const file = join(folder, 'runtime.json');
  writeFileSync(file, state({ pid: process.ppid, command: readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }));
  await expect(new RuntimeFile(folder).claim()).rejects.toThrow('Attune already runs from this folder at http://localhost:3000');
  expect(isAlive(pid)).toBe(true);
  writeFileSync(file, state({ pid: process.ppid, command: 'another program took this process id' }));
  const stopped = left.stop();
  await new RuntimeFile(folder).claim();
  await stopped;
  expect(isAlive(pid)).toBe(false);
});

test('secrets are made once and closed to others', () => {
  const first = readSecrets(folder);
  expect(first.isNew).toBe(true);
  expect(readSecrets(folder)).toEqual({ secrets: first.secrets, isNew: false });
});

async function ask<T>(port: number, password: string | undefined, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, host: '127.0.0.1', password });
  redis.on('error', () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

const program = findRedisProgram();
(program === null ? test.skip : test)('Redis keeps its jobs over a kill, and a leftover of an earlier start is replaced', async () => {
  const options = { dir: join(folder, 'redis'), password: 'pass', durable: true };
  const first = await startRedis(program ?? '', options);
  await expect(ask(first.port, undefined, (redis) => redis.ping())).rejects.toThrow('NOAUTH');
  await ask(first.port, 'pass', (redis) => redis.set('kept', 'yes'));
  await sleep(1_100);
  const second = await startRedis(program ?? '', options);
  expect(isAlive(first.pid)).toBe(false);
  expect(await ask(second.port, 'pass', (redis) => redis.get('kept'))).toBe('yes');
  process.kill(second.pid, 'SIGKILL');
  await until(() => !isAlive(second.pid));
  const third = await startRedis(program ?? '', { ...options, requiredPort: second.port });
  expect(third.port).toBe(second.port);
  expect(await ask(third.port, 'pass', (redis) => redis.get('kept'))).toBe('yes');
  await third.stop();
});
