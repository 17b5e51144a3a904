import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
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
  spec?: { template?: { spec: { containers: Container[] } }; scaleTargetRef?: { name: string }; selector?: { matchLabels?: Record<string, string> } & Record<string, unknown> };
}
interface Container {
  image: string;
  args?: string[];
  env?: { name: string; value?: string }[];
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
  resources: { requests: object; limits: object };
  livenessProbe?: object;
}
interface Service {
  command?: string[];
  image: string;
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

describe('the manifests', () => {
  it('are what Kubernetes takes', () => {
    expect(manifests.length).toBeGreaterThan(40);
    expect(problemsOf(manifests).filter((problem) => problem !== null)).toEqual([]);
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    expect(problemsOf([{ ...deployment, spec: { ...deployment?.spec, replicas: 'two' } }])).toEqual([expect.stringContaining('replicas') as string]);
  });

  it('lock every container, bound its memory and watch whether it turns', () => {
    const containers = manifests.flatMap(({ kind, metadata, spec }) => (spec?.template?.spec.containers ?? []).map((container) => ({ kind, name: metadata.name, ...container })));
    expect(containers).toHaveLength(11);
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

  it('scale and guard what is there', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    const named = manifests.flatMap(({ kind, spec }) => (kind === 'HorizontalPodAutoscaler' ? [spec?.scaleTargetRef?.name] : kind === 'PodDisruptionBudget' ? [spec?.selector?.matchLabels?.['app']] : []));
    expect(new Set(named)).toEqual(new Set(deployments));
  });
});

describe('the whole product by compose', () => {
  it('begins in order: secrets, database, migrations, then the API, then the gateway', () => {
    const { migrate, api, gateway, worker, postgres } = compose.services;
    expect(postgres?.depends_on).toEqual({ secrets: { condition: 'service_completed_successfully' } });
    expect(migrate?.depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } });
    for (const part of [api, worker]) expect(part?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' }, bucket: { condition: 'service_completed_successfully' } });
    expect(gateway?.depends_on).toMatchObject({ api: { condition: 'service_healthy' } });
    for (const { depends_on = {} } of Object.values(compose.services)) for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
  });

  it('runs what is ours on a file system that nobody writes', () => {
    const own = Object.entries(compose.services).filter(([name, { image }]) => image.startsWith('attune/') && name !== 'gateway');
    expect(own).toHaveLength(10);
    for (const [name, { read_only }] of own) expect([name, read_only]).toEqual([name, true]);
  });
});

it('every variable and command that containers are given is one that the backend knows', () => {
  const environment = read('backend/src/config/environment.ts');
  const secrets = [...read('backend/src/config/secret-files.ts').matchAll(/^ {2}'(\w+)',$/gm)].map(([, name]) => `${name}_FILE`);
  const [configuration] = manifests.filter(({ kind }) => kind === 'ConfigMap');
  const given = [...Object.keys(compose.services['api']?.environment ?? {}), ...Object.keys(configuration?.data ?? {})];
  expect(given.length).toBeGreaterThan(30);
  expect(given.filter((name) => !secrets.includes(name) && !new RegExp(`\\b${name}[?:]`).test(environment))).toEqual([]);
  const commands = [...read('docker/backend/attune.mjs').matchAll(/^ {2}(\w+): '/gm)].map(([, name]) => name);
  for (const name of commands.filter((each) => each !== 'secrets')) expect(readdirSync(join(ROOT, 'backend/src'))).toContain(`main.${name}.ts`);
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
