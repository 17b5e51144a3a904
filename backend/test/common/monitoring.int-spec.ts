import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMAINS } from '../../src/domains';
import { MetricsServer } from '../../src/common/metrics/metrics-server';
import { Part } from '../harness/installation';
import { eventually, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { book, openPractice } from '../harness/practice';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';
import { freePort } from '../harness/worker-process';

const MONITORING = join(__dirname, '../../../docker/monitoring');
const ALERTS = join(MONITORING, 'alerts.yml');
const isInstalled = ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0);

interface Panel { title: string; targets?: { expr: string }[] }
interface Rule { name: string; query: string; health: string; lastError?: string }

const panels = (JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as { panels: Panel[] }).panels;

/** Have no series as long as there is none of what they count: here nobody has connected a calendar or recorded a session, no code waits and nothing has failed. */
const EMPTY_WITHOUT_ANY = ['Connected calendars', 'Recorded sessions that are not over', 'AttuneCodesLate', 'AttuneJobsGivenUp', 'AttuneAddressesRefused', 'AttuneFiguresMissing'];

(isInstalled ? describe : describe.skip)('Prometheus over the running product', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-prometheus-'));
  let test: TestApp;
  let worker: TestWorker;
  let prometheus: Part;

  beforeAll(async () => {
    test = await startTestApp({ METRICS_PORT: '0' });
    // The booking's mail waits.
    worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { METRICS_PORT: '0', ACTIVE_QUEUES: 'maintenance' });
    const targets = { 'attune-api': test.app.get(MetricsServer, { strict: false }).port, 'attune-worker': worker.module.get(MetricsServer, { strict: false }).port };
    const scraped = Object.entries(targets).map(([job_name, port]) => ({ job_name, static_configs: [{ targets: [`127.0.0.1:${port}`] }] }));
    // JSON is YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify({ global: { scrape_interval: '1s', evaluation_interval: '1s' }, rule_files: [ALERTS], scrape_configs: scraped }));
    const port = await freePort();
    prometheus = await new Part(port, 'prometheus', [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error']).start();
  });
  afterAll(async () => {
    await prometheus.stop();
    await worker.stop();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask<T>(path: string): Promise<T> {
    const answer = (await (await fetch(`http://127.0.0.1:${prometheus.port}/api/v1/${path}`)).json()) as { status: string; error?: string; data: T };
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  }

  const series = async (expression: string): Promise<number> => (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result.length;

  it('takes the alerts as they are written', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
  });

  it('draws something in every panel, and evaluates every alert from figures that are there', async () => {
    const practice = await openPractice(test);
    await book(test, practice).expect(201);
    // Rates come of what is counted between two looks; without front ends the page is an error.
    const traffic = async (): Promise<void> => {
      await practice.therapist.get('/api/therapist/services').expect(200);
      await test.http.get('/dashboard').expect(503);
      await test.http.post('/api/admin/login').set('Origin', TEST_ORIGIN).send({ username: 'nobody', password: 'none at all' });
    };
    const expressions = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
    expect(expressions.length).toBeGreaterThan(10);
    await eventually(async () => {
      await traffic();
      const empty: string[] = [];
      for (const [title, expression] of expressions) if ((await series(expression)) === 0) empty.push(title);
      expect(empty.filter((title) => !EMPTY_WITHOUT_ANY.includes(title))).toEqual([]);
    }, 40_000);

    const rules = (await ask<{ groups: { rules: Rule[] }[] }>('rules?type=alert')).groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(8);
    expect(rules.filter(({ health, lastError }) => health !== 'ok' || lastError)).toEqual([]);
    const withoutFigures: string[] = [];
    for (const { name, query } of rules) {
      const [figures = ''] = query.split(/ (?:>|<|==) [\d.]+/);
      if ((await series(figures)) === 0) withoutFigures.push(name);
    }
    expect(withoutFigures.filter((name) => !EMPTY_WITHOUT_ANY.includes(name))).toEqual([]);
    // All is well.
    const { alerts } = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts');
    expect(alerts.filter(({ state }) => state === 'firing')).toEqual([]);
  });
});
