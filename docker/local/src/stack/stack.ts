import { join } from 'node:path';
import { startContainerGateway, type ContainerGateway } from '../containers/container-gateway';
import { startGateway, type Gateway } from '../gateway/gateway';
import { createPageReload, type PageReload } from '../gateway/page-reload';
import type { RequestHandler } from '../http/answers';
import { googleCalendar, type GoogleCalendar } from '../google/calendar/google-calendar';
import { GoogleStore } from '../google/google-store';
import { googleRoutes } from '../google/google-routes';
import { mailRoutes } from '../mail/mail-routes';
import { Mailbox, type CaughtMail } from '../mail/mailbox';
import { startSmtpCatcher, type SmtpCatcher } from '../mail/smtp-catcher';
import { PartLog } from '../process/part-log';
import { type ReservedPort, reservePort } from '../process/ports';
import { SupervisedProcess } from '../process/supervised-process';
import { backendEnvironment, workerEnvironment } from './backend-environment';
import { startDatabase, type EmbeddedDatabase } from './database-part';
import { runOnce } from './one-off';
import { startQueue, type Queue } from './queue-part';
import { waitUntilReady } from './readiness';
import { RuntimeFile } from './runtime-file';
import { readSecrets } from './secrets';
import { type Demo, REMOTES, settle, type StackOptions, type StackSettings } from './stack-options';

export type { Demo, StackOptions } from './stack-options';

/** A running product, with the handles that tests pull. */
export interface Stack {
  url: string;
  /** The API's own address, without the gateway before it. */
  apiUrl: string;
  databaseUrl: string;
  ownerDatabaseUrl: string;
  demo: Demo | null;
  api: SupervisedProcess;
  worker: SupervisedProcess;
  /** Null when the part was given from outside. */
  postgres: EmbeddedDatabase['service'] | null;
  queue: Queue;
  mail: { list(to?: string): CaughtMail[]; clear(): void } | null;
  demoGoogle: boolean;
  settings: StackSettings;
  /** A database cluster that was put aside because its passwords were gone. */
  setAside: string | null;
  pageReload: PageReload | null;
  stop(): Promise<void>;
}

/** Starts the whole product on this machine and resolves when it answers; what is given by a URL is not started. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const settings = settle(options);
  const runtime = new RuntimeFile(settings.dataDir);
  await runtime.claim();
  const parts = new Parts(options, settings, runtime);
  try {
    return await assemble(parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** What has been started so far, and how to stop it in the order that loses nothing. */
class Parts {
  gateway: Gateway | null = null;
  containerGateway: ContainerGateway | null = null;
  /** Until the API listens there itself. */
  apiPort: ReservedPort | null = null;
  api: SupervisedProcess | null = null;
  worker: SupervisedProcess | null = null;
  smtp: SmtpCatcher | null = null;
  calendar: GoogleCalendar | null = null;
  queue: Queue | null = null;
  database: EmbeddedDatabase | null = null;
  /** True once everything is there, the demo practice too: only then the gateway lets anybody in. */
  isOpen = false;
  private readonly logs: PartLog[] = [];
  private stopping: Promise<void> | null = null;

  constructor(
    readonly options: StackOptions,
    readonly settings: StackSettings,
    readonly runtime: RuntimeFile,
  ) {}

  log(name: string): PartLog {
    const log = new PartLog(name, join(this.settings.dataDir, 'logs', `${name}.log`), this.options.quiet === true);
    this.logs.push(log);
    return log;
  }

  /** One stage of the start; its end is told with the seconds it took. */
  async stage<T>(work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    this.options.signal?.throwIfAborted();
    const startedAt = Date.now();
    const result = await work();
    this.options.progress?.(describe(result), (Date.now() - startedAt) / 1_000);
    return result;
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopInOrder();
    return this.stopping;
  }

  private async stopInOrder(): Promise<void> {
    this.runtime.setStopping();
    await this.containerGateway?.close();
    await this.gateway?.close();
    await this.apiPort?.release();
    await this.api?.stop();
    await this.worker?.stop();
    await this.smtp?.close();
    this.calendar?.close();
    await this.queue?.service?.close();
    await this.database?.service.close();
    this.runtime.release();
    for (const log of this.logs) log.close();
  }
}

async function assemble(parts: Parts): Promise<Stack> {
  const { options, settings, runtime } = parts;
  const known = readSecrets(settings.dataDir);
  parts.apiPort = await reservePort();
  const { port: apiPort } = parts.apiPort;
  const mailbox = settings.given.smtp === null ? new Mailbox(join(settings.dataDir, 'mail')) : null;
  const standIns: Record<string, RequestHandler> = mailbox === null ? {} : { mail: mailRoutes(mailbox) };
  const pageReload = options.watch === true ? createPageReload() : null;
  // First of all the port that people use: taken, the start ends here and at once.
  const gateway = await startGateway({
    port: options.containerGateway === undefined ? options.port : 0,
    frontends: settings.frontends,
    remotes: REMOTES,
    remoteUrls: settings.remoteUrls,
    apiPort: () => (parts.isOpen ? apiPort : null),
    isDevelopment: settings.env.NODE_ENV !== 'production',
    standIns,
    ...(pageReload === null ? {} : { pageReload }),
  });
  parts.gateway = gateway;
  await startBefore(parts, gateway.port, apiPort);
  const url = settings.env.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${parts.containerGateway?.port ?? gateway.port}`;
  runtime.setUrl(url);
  const demoGoogle = settings.given.google ? null : { clientId: 'attune-local', clientSecret: known.secrets.google_client_secret };
  if (demoGoogle !== null) {
    const origins = [...new Set([new URL(url).origin, `http://localhost:${gateway.port}`, `http://127.0.0.1:${gateway.port}`])];
    const internalUrl = `http://127.0.0.1:${gateway.port}/dev/google`;
    const store = new GoogleStore(join(settings.dataDir, 'google.json'));
    standIns.google = googleRoutes(store, { ...demoGoogle, origins, internalUrl, calendarUrl: `${url}/dev/google/calendar` });
    parts.calendar = googleCalendar(store);
  }
  await startServers(parts, known);
  parts.smtp = mailbox === null ? null : await startSmtpCatcher(mailbox);
  const databaseUrl = parts.database?.appUrl ?? settings.given.database ?? '';
  const ownerDatabaseUrl = parts.database?.ownerUrl ?? databaseUrl;
  const redisUrl = parts.queue?.url ?? null;
  const environment = backendEnvironment(settings, {
    publicUrl: url,
    gatewayPort: gateway.port,
    apiPort,
    databaseUrl,
    ownerDatabaseUrl,
    smtpUrl: settings.given.smtp ?? `smtp://127.0.0.1:${parts.smtp?.port ?? 0}`,
    demoGoogle,
    redisUrl,
  });
  const demo = await startBackend(parts, environment, redisUrl, apiPort);
  parts.isOpen = true;
  const { api, worker, queue } = parts;
  if (api === null || worker === null || queue === null) throw new Error('A part is missing');
  return {
    url,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    databaseUrl,
    ownerDatabaseUrl,
    demo,
    api,
    worker,
    postgres: parts.database?.service ?? null,
    queue,
    mail: mailbox,
    demoGoogle: demoGoogle !== null,
    settings,
    setAside: parts.database?.setAside ?? null,
    pageReload,
    stop: () => parts.stop(),
  };
}

/** The gateway of the containers, where it is asked for. */
async function startBefore(parts: Parts, standInsPort: number, apiPort: number): Promise<void> {
  const { options, settings } = parts;
  if (options.containerGateway === undefined) return;
  const { root, frontends, remoteUrls } = settings;
  const folder = join(settings.dataDir, 'gateway');
  const { program: caddy } = options.containerGateway;
  parts.containerGateway = await startContainerGateway({ root, folder, frontends, remoteUrls, remotes: REMOTES, apiPort, standInsPort, caddy, log: (name) => parts.log(name) });
}

async function startServers(parts: Parts, known: ReturnType<typeof readSecrets>): Promise<void> {
  const { options, settings, runtime } = parts;
  if (settings.given.database === null) {
    const log = parts.log('postgres-launcher');
    parts.database = await parts.stage(
      () => startDatabase(options, settings, known, (text) => log.note(text)),
      ({ service: { current } }) => `PostgreSQL ${current.version} on port ${current.port}${current.adopted ? ', taken over from an earlier start' : ''}`,
    );
    const { pid, port } = parts.database.service.current;
    runtime.setPart('postgres', { pid, port });
  }
  const log = parts.log('redis-launcher');
  parts.queue = await parts.stage(
    () => startQueue(options, settings, known.secrets.redis, (text) => log.note(text)),
    (queue) => `Queue: ${queue.engine}`,
  );
}

async function startBackend(parts: Parts, environment: NodeJS.ProcessEnv, redisUrl: string | null, apiPort: number): Promise<Demo | null> {
  const { options, settings, runtime } = parts;
  const dist = join(settings.root, 'backend', 'dist');
  const once = (name: string, extra: NodeJS.ProcessEnv = {}): Promise<string> =>
    runOnce({ script: join(dist, `main.${name}.js`), cwd: settings.root, env: { ...environment, ...extra }, log: parts.log(name), ...(options.signal ? { signal: options.signal } : {}) });
  const { prepared } = options;
  if (prepared === undefined) await parts.stage(() => once('migrate'), () => 'Database schema is up to date');
  const supervised = (name: string, script: string, env: NodeJS.ProcessEnv): SupervisedProcess => {
    const onStart = (pid: number): void => runtime.setPart(name, { pid, command: script });
    const process = new SupervisedProcess({ name, script, cwd: settings.root, env, log: parts.log(name), onStart });
    process.start();
    return process;
  };
  const workerScript = join(dist, 'main.worker.js');
  const started = parts.stage(
    async () => {
      await parts.apiPort?.release();
      parts.api = supervised('api', join(dist, 'main.api.js'), environment);
      parts.worker = supervised('worker', workerScript, workerEnvironment(environment, redisUrl));
      await waitUntilReady(`http://127.0.0.1:${apiPort}`, parts.api, options.signal);
    },
    () => 'API and worker are ready',
  );
  // The seed and the processes load the same code for a second or two: side by side on two cores.
  const isSeeded = prepared === undefined && options.seed !== false && parts.database !== null;
  const seeded = isSeeded ? parts.stage(async () => readDemo(await once('seed', { DEMO_SEED: 'true' })), () => 'Demo practice is there') : null;
  const [, demo] = await Promise.all([started, seeded]);
  return prepared ?? demo;
}

function readDemo(output: string): Demo | null {
  // A warning of the closing process may come after it.
  const last = output.split('\n').findLast((line) => line.startsWith('{')) ?? '';
  try {
    const { therapist_id: id, slug } = JSON.parse(last) as Partial<Demo>;
    return id === undefined || slug === undefined ? null : { therapist_id: id, slug };
  } catch {
    return null;
  }
}
