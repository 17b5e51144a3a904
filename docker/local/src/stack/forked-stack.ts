import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StackOptions } from './stack-options';

/** The built launcher, from its source folder or its build. */
const SCRIPT = resolve(__dirname, '../../dist/stack-process.js');
const START_TIMEOUT_MS = 90_000;

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  message_id: string;
  attachments: { filename: string; content_type: string; text: string }[];
}

/** A whole product on a free port, thrown away afterwards. */
export interface RunningStack {
  url: string;
  databaseUrl: string;
  /** Where its database, its log and its mails lie. */
  dataDir: string;
  demo: { therapist_id: string; slug: string };
  kill(part: 'api' | 'worker' | 'redis'): Promise<void>;
  mails(to?: string): Promise<Mail[]>;
  /** Waits for a mail that fits, newest first. */
  mail(to: string, fits: (mail: Mail) => boolean): Promise<Mail>;
  /** @param keepAs where its data folder goes; without it the folder is removed */
  stop(keepAs?: string): Promise<void>;
}

export interface ForkOptions {
  env?: Record<string, string>;
  frontends?: string;
}

/**
 * Starts a whole product in a process of its own, so that tests need none of its libraries.
 * @param options `env` over the defaults of a test (no booking limits), `frontends` another folder of built front-ends
 */
export async function forkStack(options: ForkOptions = {}): Promise<RunningStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-e2e-'));
  const frontends = options.frontends ?? process.env.TEST_FRONTENDS;
  const prepared = copyPrepared(dataDir);
  const env = { BOOKING_LIMIT_PER_IP: '100000', BOOKING_CHANGE_MAIL_DELAY_S: '0', REQUESTS_PER_SECOND_PER_CONNECTION: '100000', CHANGES_AT_WORK_PER_CONNECTION: '1000', READS_AT_WORK_PER_CONNECTION: '1000', READS_AT_WORK_PER_ACCOUNT: '1000', CHANGES_AT_WORK_PER_ACCOUNT: '1000', SIGNED_IN_READS_AT_WORK: '1000', SIGNED_IN_CHANGES_AT_WORK: '1000', SESSION_LOOKS_AT_WORK: '1000', PUBLIC_READS_AT_WORK: '1000', PUBLIC_CHANGES_AT_WORK: '1000', BOOKING_WAVE_LIMIT: '100000', LOG_LEVEL: 'warn', ...options.env };
  const stackOptions = { port: 0, dataDir, quiet: true, throwaway: true, env, ...(frontends ? { frontends } : {}), ...(prepared ? { prepared } : {}), ...containerGateway(process.env) };
  const child = fork(SCRIPT, [JSON.stringify(stackOptions)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ready = await whenReady(child);
  const ask = asker(child);
  const mails = async (to?: string): Promise<Mail[]> => (await ask({ do: 'mails', ...(to ? { to } : {}) })) as Mail[];
  return {
    ...ready,
    dataDir,
    kill: async (part) => void (await ask({ do: 'kill', part })),
    mails,
    mail: (to, fits) => waitForMail(() => mails(to), fits),
    stop: async (keepAs) => {
      await ask({ do: 'stop' });
      if (keepAs !== undefined) renameSync(dataDir, keepAs);
      child.disconnect();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const DEMO_FILE = 'demo.json';

/**
 * Starts and ends a stack, and leaves its data folder: while TEST_STACK names it, stacks start from copies of it, which spares each the making of a
 * database, the migrations and the demo practice.
 * @returns the folder; whoever asked for it removes it
 */
export async function prepareStack(): Promise<string> {
  const stack = await forkStack();
  const folder = `${stack.dataDir}-prepared`;
  writeFileSync(join(stack.dataDir, DEMO_FILE), JSON.stringify(stack.demo));
  await stack.stop(folder);
  return folder;
}

/** The demo practice that a copy holds, where one was prepared. */
function copyPrepared(dataDir: string): RunningStack['demo'] | null {
  const folder = process.env.TEST_STACK;
  if (!folder) return null;
  // As it is: the cluster may belong to another user.
  execFileSync('cp', ['-a', `${folder}/.`, dataDir]);
  return JSON.parse(readFileSync(join(dataDir, DEMO_FILE), 'utf8')) as RunningStack['demo'];
}

/** `E2E_GATEWAY=caddy`: what stands before containers stands before the product. */
function containerGateway({ E2E_GATEWAY: which, CADDY_PATH: program }: NodeJS.ProcessEnv): Pick<StackOptions, 'containerGateway'> {
  if (which === undefined || which === '') return {};
  if (which !== 'caddy') throw new Error(`E2E_GATEWAY is ${which}; "caddy" is the one other gateway.`);
  return { containerGateway: program ? { program } : {} };
}

function whenReady(child: ChildProcess): Promise<Pick<RunningStack, 'url' | 'databaseUrl' | 'demo'>> {
  return new Promise((resolveReady, reject) => {
    const timer = setTimeout(() => reject(new Error('the stack did not start in time')), START_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`the stack ended with code ${code}`)));
    child.on('message', (message: { ready?: RunningStack; failed?: string }) => {
      if (!message.ready && !message.failed) return;
      clearTimeout(timer);
      if (message.ready) resolveReady(message.ready);
      else reject(new Error(message.failed));
    });
  });
}

function asker(child: ChildProcess): (command: object) => Promise<unknown> {
  let last = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  child.on('message', ({ id, result }: { id?: number; result?: unknown }) => {
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return (command) =>
    new Promise((resolveAnswer) => {
      last += 1;
      waiting.set(last, resolveAnswer);
      child.send({ id: last, ...command });
    });
}

async function waitForMail(list: () => Promise<Mail[]>, fits: (mail: Mail) => boolean): Promise<Mail> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const found = (await list()).find(fits);
    if (found) return found;
    await new Promise((next) => setTimeout(next, 200));
  }
  throw new Error('the mail did not arrive within 30 seconds');
}
