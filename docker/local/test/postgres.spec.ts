import { execFileSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { ensurePracticeDatabase } from '../src/postgres/practice-database';
import { endPostgres, startPostgres, type RunningPostgres } from '../src/postgres/server';
import { isAlive, waitUntilGone } from '../src/process/pids';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
const options = { dataDir: join(folder, 'postgres'), password: 'p@ss word/1', throwaway: true };
let server: RunningPostgres;

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await startPostgres(options);
});

afterAll(() => server.stop());

test('starts a UTF-8 server on loopback that asks for its password', async () => {
  const rows = await query<{ encoding: string; zone: string; listens: string; limit: string }>(
    server.adminUrl,
    `select current_setting('server_encoding') encoding, current_setting('timezone') zone,
            current_setting('listen_addresses') listens, current_setting('max_connections') "limit"`,
  );
  expect(rows).toEqual([{ encoding: 'UTF8', zone: 'UTC', listens: '127.0.0.1', limit: '300' }]);
  await expect(query(server.adminUrl.replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(server.version).toMatch(/^18\./);
});

test('never runs as root and keeps its files to itself', () => {
  // A minimal system has no ps, but then it has /proc.
  const proc = `/proc/${server.pid}`;
  const owner = existsSync(proc) ? statSync(proc).uid : Number(execFileSync('ps', ['-o', 'uid=', '-p', String(server.pid)], { encoding: 'utf8' }));
  expect(owner).not.toBe(0);
  expect(statSync(options.dataDir).mode & 0o077).toBe(0);
});

test('makes the database with an owner and a weaker application role, and again without harm', async () => {
  const roles = { ownerPassword: 'own er', appPassword: 'app' };
  await ensurePracticeDatabase(server.adminUrl, roles);
  const { ownerUrl, appUrl } = await ensurePracticeDatabase(server.adminUrl, roles);
  await query(ownerUrl, 'create table kept (id int primary key); insert into kept values (1)');
  await expect(query(appUrl, 'create table mine (id int)')).rejects.toThrow(/permission denied/);
  await expect(query(appUrl, 'select * from kept')).rejects.toThrow(/permission denied/);
  expect(await query(ownerUrl, `select extname from pg_extension where extname = 'btree_gist'`)).toHaveLength(1);
});

test('takes over the server that a killed launcher left behind', async () => {
  const again = await startPostgres(options);
  expect(again).toMatchObject({ adopted: true, pid: server.pid, port: server.port });
});

test('starts again after kill -9 of the server, on the port that clients know, with what was committed', async () => {
  process.kill(server.pid, 'SIGKILL');
  await waitUntilGone(server.pid, 5_000);
  expect(existsSync(join(options.dataDir, 'postmaster.pid'))).toBe(true);
  const { port } = server;
  server = await startPostgres({ ...options, requiredPort: port });
  expect(server).toMatchObject({ adopted: false, port });
  const url = new URL(server.adminUrl);
  url.pathname = '/attune';
  expect(await query(url.href, 'select id from kept')).toEqual([{ id: 1 }]);
});

test('a lock file that names another program is a leftover, not a server', async () => {
  await server.stop();
  writeFileSync(join(options.dataDir, 'postmaster.pid'), `${process.pid}\n${options.dataDir}\n0\n1\n`);
  server = await startPostgres(options);
  expect(server.adopted).toBe(false);
});

test('uses another port when the preferred one is taken', async () => {
  await server.stop();
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
  server = await startPostgres({ ...options, preferredPort: port });
  blocker.close();
  expect(server.port).not.toBe(port);
});

test('ends a server without knowing its password', async () => {
  await endPostgres(options.dataDir);
  expect(isAlive(server.pid)).toBe(false);
});
