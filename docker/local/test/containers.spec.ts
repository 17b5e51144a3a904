import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = resolve(__dirname, '../../..');
const DOCKER = join(ROOT, 'docker');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** A manifest, as far as it is looked at here. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { template?: { spec: { containers: Container[]; securityContext?: { sysctls?: object[] } } }; ports?: { targetPort: string }[]; scaleTargetRef?: { name: string }; selector?: { matchLabels?: Record<string, string> } & Record<string, unknown> };
}
interface Container {
  name: string;
  ports?: { name: string; containerPort: number }[];
  image: string;
  args?: string[];
  env?: { name: string; value?: string }[];
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
  resources: { requests: object; limits: { memory: string } };
  livenessProbe?: object;
}
interface Service {
  deploy?: { resources: { limits: { memory: string } } };
  command?: string[];
  image: string;
  ports?: string[];
  volumes?: string[];
  sysctls?: Record<string, string>;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  healthcheck?: object;
}

const manifests = readdirSync(join(DOCKER, 'kubernetes/base'))
  .filter((name) => name !== 'kustomization.yml')
  .flatMap((name) => parseAllDocuments(read('docker/kubernetes/base', name)).map((document) => document.toJS() as Manifest));
const compose = parse(read('docker/compose.yml'), { merge: true }) as { services: Record<string, Service>; volumes: object };
/** What the schemas of Kubernetes say against each; the package is a module that only Node itself loads. */
function problemsOf(all: readonly object[]): (string | null)[] {
  const code = `const all = JSON.parse(await new Response(process.stdin).text()); const said = [];
    for (const one of all) {
      try { const models = await import('kubernetes-models/' + one.apiVersion); new models[one.kind](one).validate(); said.push(null); } catch (error) { said.push(one.kind + ': ' + error.message); }
    }
    console.log(JSON.stringify(said));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: join(DOCKER, 'local'), input: JSON.stringify(all), encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as (string | null)[];
}

/** Of the process itself, measured under load, and for what its children take between two looks at their memory. */
const OWN_MB = 300;
/** What the notetaker's browser takes in a meeting. */
const BROWSER_MB = 1536;

/** The most that each child process of a file may take, as it says. */
function children(...path: string[]): number[] {
  const limits = [...read('backend/src', ...path).matchAll(/(?:maxMemory(?:: number)?|MAX_MEMORY) = ((?:\d+ \* )+)1024 \* 1024;/g)].map(([, factors = '']) => factors.split('*').reduce((all, factor) => all * Number(factor.trim() || 1), 1));
  if (limits.length === 0) throw new Error(`No child process in ${path.join('/')}.`);
  return limits;
}
const DECODING = children('integrations/images/image-encoder.ts');
const ANALYSING = children('modules/session-notes/analysis/analysing-processes.ts');
const CHILDREN_OF_QUEUES: Record<string, readonly number[]> = {
  pictures: DECODING,
  'note-files': children('integrations/ocr/page-reader.ts'),
  'note-analysis': ANALYSING,
  'calendar-feeds': children('modules/calendar/feeds/feed-reader.ts'),
  'meeting-analyse': ANALYSING,
  'meeting-record': [BROWSER_MB],
};
/** What the API draws and looks at while somebody waits, and the pictures of therapists. */
const CHILDREN_OF_API = [...children('modules/session-notes/files/file-inspection.ts'), ...DECODING];

function needed(command: string, queues: readonly string[]): number {
  const all = command === 'api' ? CHILDREN_OF_API : [...new Set(queues.map((queue) => CHILDREN_OF_QUEUES[queue] ?? []))].flat();
  return OWN_MB + all.reduce((sum, one) => sum + one, 0);
}

/** `512Mi`, `2g` */
function megabytes(limit: string): number {
  const [, size, unit] = /^([\d.]+)([mg])i?$/i.exec(limit) ?? [];
  return Number(size) * (unit?.toLowerCase() === 'g' ? 1024 : 1);
}

describe('the manifests', () => {
  it('are what Kubernetes takes', () => {
    expect(manifests.length).toBeGreaterThan(40);
    expect(problemsOf(manifests).filter((problem) => problem !== null)).toEqual([]);
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    expect(problemsOf([{ ...deployment, spec: { ...deployment?.spec, replicas: 'two' } }])).toEqual([expect.stringContaining('replicas') as string]);
  });

  it('lock every container, bound its memory and watch whether it turns', () => {
    const containers = manifests.flatMap(({ kind, metadata, spec }) => (spec?.template?.spec.containers ?? []).map((container) => ({ ...container, kind, name: metadata.name })));
    expect(containers).toHaveLength(12);
    for (const { kind, name, securityContext, resources, livenessProbe } of containers) {
      expect([name, securityContext]).toEqual([name, expect.objectContaining({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })]);
      expect([name, resources]).toEqual([name, { requests: { cpu: expect.anything(), memory: expect.any(String) }, limits: { memory: expect.any(String) } }]);
      expect([name, livenessProbe !== undefined]).toEqual([name, kind !== 'Job']);
    }
  });

  it('let the workers take every queue, each one once', () => {
    const queues = manifests.flatMap(({ spec }) => (spec?.template?.spec.containers ?? []).flatMap(({ env = [] }) => env.filter(({ name }) => name === 'ACTIVE_QUEUES').flatMap(({ value = '' }) => value.split(','))));
    const known = [...read('backend/src/config/queue-names.ts').split('] as const')[0]?.matchAll(/^ {2}'([\w-]+)',$/gm) ?? []].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(10);
    expect(queues.sort()).toEqual(known.sort());
  });

  it('have room for all that a container starts: whoever sends what is hard to read has none of them killed', () => {
    for (const { metadata, spec } of manifests) {
      for (const { args = [], env = [], resources } of spec?.template?.spec.containers ?? []) {
        if (args[0] !== 'api' && args[0] !== 'worker') continue;
        const queues = env.find(({ name }) => name === 'ACTIVE_QUEUES')?.value?.split(',') ?? [];
        expect([metadata.name, megabytes(resources.limits.memory) >= needed(args[0], queues)]).toEqual([metadata.name, true]);
      }
    }
  });

  it('scale and guard what is there', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    const named = manifests.flatMap(({ kind, spec }) => (kind === 'HorizontalPodAutoscaler' ? [spec?.scaleTargetRef?.name] : kind === 'PodDisruptionBudget' ? [spec?.selector?.matchLabels?.['app']] : []));
    expect(new Set(named)).toEqual(new Set(deployments));
  });
});

describe('the whole product by compose', () => {
  it('begins in order: secrets, database, migrations, then the API, then the gateway, then the door', () => {
    const { migrate, api, door, gateway, worker, postgres } = compose.services;
    expect(postgres?.depends_on).toEqual({ secrets: { condition: 'service_completed_successfully' } });
    expect(migrate?.depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } });
    for (const part of [api, worker]) expect(part?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' }, bucket: { condition: 'service_completed_successfully' } });
    expect(gateway?.depends_on).toMatchObject({ api: { condition: 'service_healthy' } });
    expect(door?.depends_on).toEqual({ gateway: { condition: 'service_started' } });
    for (const { depends_on = {} } of Object.values(compose.services)) for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
  });

  it('gives each part its own secrets, and the password of the owner to migrations alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'attune-secrets-'));
    try {
      const [whole, shares] = [join(folder, 'secrets'), join(folder, 'shares')];
      const run = (): void => expect(spawnSync(process.execPath, [join(DOCKER, 'backend/secrets.mjs'), whole, shares], { encoding: 'utf8' }).stderr).toBe('');
      run();
      const words = readdirSync(shares).map((share) => [share, readdirSync(join(shares, share)).sort()]);
      expect(Object.fromEntries(words)).toEqual({
        product: ['administrator-password', 'database-app-url', 'encryption-keys', 'storage-key', 'storage-key-id'],
        database: ['database-app-password', 'database-owner-password', 'database-superuser-password'],
        storage: ['storage-key', 'storage-key-id'],
      });
      // A newer key comes in front, and reaches the product with the next start.
      rmSync(join(whole, 'encryption-keys'));
      writeFileSync(join(whole, 'encryption-keys'), 'second,first\n');
      run();
      expect(readFileSync(join(shares, 'product/encryption-keys'), 'utf8')).toBe('second,first\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
    const whole = Object.entries(compose.services).filter(([, { volumes = [] }]) => volumes.some((volume) => volume.startsWith('secrets:')));
    expect(whole.map(([name]) => name)).toEqual(['secrets', 'migrate']);
    const named = JSON.stringify(Object.entries(compose.services).filter(([name]) => name !== 'migrate'));
    expect(named).not.toContain('database-owner-url');
  });

  it('gives the API and the worker room for all that they start', () => {
    for (const name of ['api', 'worker'] as const) {
      expect([name, megabytes(compose.services[name]?.deploy?.resources.limits.memory ?? '0') >= needed(name, name === 'api' ? [] : Object.keys(CHILDREN_OF_QUEUES))]).toEqual([name, true]);
    }
  });

  it('runs what is ours on a file system that nobody writes', () => {
    const own = Object.entries(compose.services).filter(([name, { image }]) => image.startsWith('attune/') && name !== 'gateway');
    expect(own).toHaveLength(11);
    for (const [name, { read_only }] of own) expect([name, read_only]).toEqual([name, true]);
  });
});

describe('the door before the gateway', () => {
  const file = read('docker/gateway/haproxy.cfg');

  it('counts as the API does where nothing stands in front', () => {
    const own = read('backend/src/common/http/few-connections.ts');
    const most = (name: string): string => new RegExp(`${name} = (\\d+);`).exec(own)?.[1] ?? '';
    expect(file).toContain(`sc0_conn_cur(lines) gt ${most('MOST_OF_CONNECTION')} }`);
    expect(file).toContain(`sc1_conn_cur(networks) gt ${most('MOST_OF_NETWORK')} }`);
    expect(file).toContain(`maxconn ${/maxConnections = ([\d_]+);/.exec(read('backend/src/api.ts'))?.[1]?.replace('_', '')}`);
  });

  it('is the one way in', () => {
    expect(Object.entries(compose.services).filter(([, { ports }]) => ports?.some((port) => port.includes('GATEWAY'))).map(([name]) => name)).toEqual(['door']);
    const service = manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'gateway');
    const gateway = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway');
    const ports = gateway?.spec?.template?.spec.containers.find(({ name }) => name === 'door')?.ports ?? [];
    expect(service?.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(ports.map(({ name }) => name));
    expect(file).toContain(`DOOR_HTTP_PORT-${ports[0]?.containerPort}`);
    expect(file).toContain(`DOOR_HTTPS_PORT-${ports[1]?.containerPort}`);
  });

  it('and what stands behind it keep little in the kernel of what nobody reads', () => {
    const bounded = ['door', 'gateway', 'api', 'shell', 'public-booking', 'therapist', 'client-portal', 'admin'];
    for (const name of bounded) expect([name, compose.services[name]?.sysctls]).toEqual([name, { 'net.ipv4.tcp_wmem': '4096 16384 131072', 'net.ipv4.tcp_rmem': '4096 65536 131072' }]);
    const pods = manifests.filter(({ kind, metadata }) => kind === 'Deployment' && bounded.includes(metadata.name));
    expect(pods).toHaveLength(bounded.length - 1);
    for (const { metadata, spec } of pods) expect([metadata.name, spec?.template?.spec.securityContext?.sysctls]).toEqual([metadata.name, expect.arrayContaining([{ name: 'net.ipv4.tcp_wmem', value: '4096 16384 131072' }, { name: 'net.ipv4.tcp_rmem', value: '4096 65536 131072' }])]);
  });
});

it('every variable and command that containers are given is one that the backend knows', () => {
  const environment = read('backend/src/config/environment.ts');
  const secrets = [...read('backend/src/config/secret-files.ts').matchAll(/^ {2}'(\w+)',$/gm)].map(([, name]) => `${name}_FILE`);
  const [configuration] = manifests.filter(({ kind }) => kind === 'ConfigMap');
  const given = [...Object.keys(compose.services['api']?.environment ?? {}), ...Object.keys(configuration?.data ?? {})];
  expect(given.length).toBeGreaterThan(30);
  expect(given.filter((name) => !secrets.includes(name) && !new RegExp(`\\b${name}[?:]`).test(environment))).toEqual([]);
  const commands = [...read('docker/backend/attune.mjs').matchAll(/^ {2}(\w+): '/gm)].map(([, name = '']) => name);
  for (const name of commands.filter((each) => !['secrets', 'restore'].includes(each))) expect(readdirSync(join(ROOT, 'backend/src'))).toContain(`main.${name}.ts`);
  const used = [...Object.values(compose.services).filter(({ image }) => /attune\/(?:backend|worker):/.test(image)).map(({ command = [] }) => command[0]), ...manifests.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ args }) => args?.[0]) ?? [])];
  expect(used.filter((name) => name !== undefined && !commands.includes(name))).toEqual([]);
});

it('images install what every workspace names', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const folders = workspaces.flatMap((name) => (name.endsWith('/*') ? readdirSync(join(ROOT, name.slice(0, -2)), { withFileTypes: true }).filter((entry) => entry.isDirectory() && readdirSync(join(ROOT, name.slice(0, -2), entry.name)).includes('package.json')).map((entry) => `${name.slice(0, -2)}/${entry.name}`) : [name]));
  for (const file of ['backend.Dockerfile', 'frontend.Dockerfile']) {
    for (const folder of folders) expect(read('docker', file)).toContain(`COPY ${folder}/package.json ${folder}/`);
  }
});

describe('the files of a front end', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'attune-files-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The files that an image has, when it is built on a day from a build and the image before. */
  function image(name: string, files: readonly string[], day: string, previous?: string): string[] {
    const build = join(folder, `${name}-dist`);
    mkdirSync(build);
    for (const file of files) writeFileSync(join(build, file), name);
    const code = `import(${JSON.stringify(join(DOCKER, 'frontend/files.mjs'))}).then(({ putTogether }) => putTogether(...JSON.parse(process.argv[1])))`;
    const made = spawnSync(process.execPath, ['-e', code, JSON.stringify([build, join(folder, name), previous && join(folder, previous), Date.parse(day)])], { encoding: 'utf8' });
    expect(made.stderr).toBe('');
    return readdirSync(join(folder, name)).filter((file) => file !== 'kept.json').sort();
  }

  it('of earlier builds stay for a month after they were replaced, and of unhashed ones the newest alone', () => {
    expect(image('one', ['remote.json', 'a.11111111.js', 'b.22222222.js', 'a.11111111.js.map'], '2026-01-01')).toEqual(['a.11111111.js', 'b.22222222.js', 'remote.json']);
    expect(image('two', ['remote.json', 'b.22222222.js', 'c.33333333.js'], '2026-02-01', 'one')).toEqual(['a.11111111.js', 'b.22222222.js', 'c.33333333.js', 'remote.json']);
    expect(readFileSync(join(folder, 'two/remote.json'), 'utf8')).toBe('two');
    expect(image('three', ['remote.json', 'c.33333333.js'], '2026-02-20', 'two')).toEqual(['a.11111111.js', 'b.22222222.js', 'c.33333333.js', 'remote.json']);
    expect(image('four', ['remote.json', 'c.33333333.js'], '2026-03-10', 'three')).toEqual(['b.22222222.js', 'c.33333333.js', 'remote.json']);
    // Rolled back: what is live again is nobody's remains.
    expect(image('back', ['remote.json', 'b.22222222.js'], '2026-03-11', 'four')).toEqual(['b.22222222.js', 'c.33333333.js', 'remote.json']);
  });
});

describe('whether a build fits what is live', () => {
  let folder: string;
  let live: Server;
  let told: Record<string, object>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'attune-check-'));
    told = { '/shell/shell.json': { runtimeContract: 2 }, '/remotes.json': { remotes: [{ name: 'therapist', entry: 'x', runtimeContract: 2 }, { name: 'admin', entry: 'x', runtimeContract: 2 }] } };
    live = createServer((request, response) => {
      const json = told[request.url ?? ''];
      response.writeHead(json ? 200 : 404).end(JSON.stringify(json ?? {}));
    });
    await new Promise<void>((done) => live.listen(0, '127.0.0.1', done));
  });
  afterEach(() => {
    live.close();
    rmSync(folder, { recursive: true });
  });

  async function check(name: string, runtimeContract: number, origin = `http://127.0.0.1:${(live.address() as AddressInfo).port}`): Promise<{ code: number | null; said: string }> {
    writeFileSync(join(folder, name === 'shell' ? 'shell.json' : 'remote.json'), JSON.stringify({ runtimeContract }));
    const child = spawn(process.execPath, [join(DOCKER, 'frontend/check.mjs'), name, folder, origin]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, said: said.trim() };
  }

  it('is told of a remote by the live shell, and of a shell by the live remotes', async () => {
    expect(await check('therapist', 2)).toEqual({ code: 0, said: 'therapist fits what is live.' });
    expect(await check('therapist', 3)).toEqual({ code: 1, said: expect.stringContaining('The live shell is of runtime contract 2, this build of therapist of 3') as string });
    expect(await check('shell', 2)).toEqual({ code: 0, said: 'shell fits what is live.' });
    expect(await check('shell', 3)).toEqual({ code: 1, said: expect.stringMatching(/live therapist .* publish them together\.\nThe live admin/) as string });
    told['/remotes.json'] = { remotes: [{ name: 'therapist', unavailable: true }] };
    expect(await check('shell', 2)).toEqual({ code: 1, said: expect.stringContaining('therapist is not available just now') as string });
  });

  it('cannot be told where nothing answers', async () => {
    told = {};
    expect(await check('admin', 2)).toEqual({ code: 2, said: expect.stringContaining('/shell/shell.json') as string });
    expect(await check('admin', 2, 'http://127.0.0.1:9')).toEqual({ code: 2, said: expect.stringContaining('cannot be reached') as string });
  });
});
