import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PREVIOUS from '../../src/migrations/previous-release.json';
import { MailCatcher } from '../harness/mail-catcher';
import { openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';
import { TEST_KEYS } from '../harness/test-database';
import { freePort } from '../harness/worker-process';

const ROOT = join(__dirname, '../../..');
/** A copy of the sources alone has no history, and so no version before. */
const hasHistory = spawnSync('git', ['-C', ROOT, 'cat-file', '-e', `${PREVIOUS.commit}^{commit}`]).status === 0;
if (!hasHistory) process.stdout.write('The previous release is not in this copy: whether it runs on the new schema was not tried.\n');

/** The backend as it was then, with the packages of today. */
function checkOut(folder: string): void {
  const archive = spawnSync('git', ['-C', ROOT, 'archive', PREVIOUS.commit, 'backend'], { maxBuffer: 1 << 28 });
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  if (existsSync(join(ROOT, 'backend/node_modules'))) symlinkSync(join(ROOT, 'backend/node_modules'), join(folder, 'backend/node_modules'));
}

(hasHistory ? describe : describe.skip)('the API and the worker of the previous release, on the schema of this one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-previous-'));
  const ends: (() => Promise<unknown>)[] = [];
  let test: TestApp;
  let practice: Practice;
  let mails: MailCatcher;
  let url: string;

  async function start(program: string, environment: Record<string, string>): Promise<void> {
    const backend = join(folder, 'backend');
    const child = spawn(process.execPath, ['--require', join(backend, 'test/harness/outbox-typescript.cjs'), join(backend, `src/${program}.ts`)], {
      env: {
        ...{ PATH: process.env['PATH'], NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000', DATABASE_URL: test.testDatabase.url, MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl },
        ...{ DATA_DIR: join(folder, 'data'), ENCRYPTION_KEYS: TEST_KEYS, LOG_LEVEL: 'error', QUEUE_ENGINE: 'builtin', SMTP_URL: mails.url, BOOKING_CHANGE_MAIL_DELAY_S: '0', ...environment },
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    ends.push(async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    });
  }

  async function ask<Body>(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
    const answer = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = await look();
      if (found !== undefined) return found;
      await pause(100);
    }
    throw new Error('It did not come within a minute.');
  }

  beforeAll(async () => {
    checkOut(folder);
    mkdirSync(join(folder, 'data'));
    test = await startTestApp();
    practice = await openPractice(test);
    mails = await MailCatcher.start();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await start('main.api', { PORT: String(port) });
    await start('main.worker', {});
    await eventually(async () => (await ask('GET', '/api/health/ready').catch(() => ({ status: 0 }))).status === 200 || undefined);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()));
    await mails.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('let a visitor book, move and cancel, with the mails', async () => {
    const [day, other] = [workday(test, 3), workday(test, 4)];
    const offered = await ask<{ id: string }[]>('GET', `/api/public/therapist/${practice.therapist.id}/services`);
    expect(offered.body.map(({ id }) => id)).toEqual([practice.serviceId]);
    const free = await ask<{ days: { times: string[] }[] }>('GET', `/api/public/therapist/${practice.therapist.id}/availability?${new URLSearchParams({ service_id: practice.serviceId, from: day, to: other })}`);
    expect(free.body.days[0]?.times).toContain('10:00');
    const booked = await ask<{ id: string }>('POST', '/api/bookings', { service_id: practice.serviceId, client_name: 'Nadia Öztürk', client_email: 'nadia@example.org', appointment_date: day, appointment_time: '10:00' });
    expect(booked.status).toBe(201);
    const token = await eventually(() => mails.mails.map(({ text = '' }) => /\/manage#([\w-]+)/.exec(text)?.[1]).find((found) => found !== undefined));
    expect((await ask('POST', '/api/bookings/manage', { token })).status).toBe(200);
    const moved = await ask('POST', '/api/bookings/manage/move', { token, new_date: other, new_time: '11:00' });
    expect(moved.status).toBe(200);
    expect((await ask('POST', '/api/bookings/manage/cancel', { token })).status).toBe(200);
    const rows = await test.database.query<{ status: string }>('select status from bookings where id = $1', [booked.body.id]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
    await eventually(() => mails.mails.find(({ subject }) => /cancel/i.test(subject ?? '')));
  }, 120_000);
});
