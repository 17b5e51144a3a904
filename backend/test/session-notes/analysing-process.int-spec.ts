import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AnalysingProcesses, TooMuchEffort } from '../../src/modules/session-notes/analysis/analysing-processes';

const TEXT = 'Client reports a panic attack on Tuesday. Homework: keep a thought record daily.';

class Hurried extends AnalysingProcesses {
  protected readonly timeLimitMs: number = 3_000;
  protected override readonly cpuLimitMs: number = 20_000;
}

const made: AnalysingProcesses[] = [];
const kept = <Kind extends AnalysingProcesses>(one: Kind): Kind => {
  made.push(one);
  return one;
};
afterEach(() => {
  for (const one of made.splice(0)) one.beforeApplicationShutdown();
});

/** The process that analyses, of those that this one began. */
async function analysingPid(): Promise<number> {
  for (;;) {
    const children = readdirSync(`/proc/${process.pid}/task`).flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean));
    const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('analysing-process'));
    if (found) return Number(found);
    await pause(10);
  }
}

it('a machine that is busy with other things fails no note: only what its reading itself takes counts', async () => {
  const analysing = kept(new Hurried());
  const analysis = analysing.analyse(TEXT);
  const pid = await analysingPid();
  process.kill(pid, 'SIGSTOP');
  await pause(4_000);
  process.kill(pid, 'SIGCONT');
  expect((await analysis).homework).toMatchObject([{ text: 'Homework: keep a thought record daily.' }]);
}, 60_000);

it('a text that takes too much is given up, and the next one is read by another process', async () => {
  class Strict extends AnalysingProcesses {
    protected override readonly cpuLimitMs = 1;
  }
  await expect(kept(new Strict()).analyse(TEXT)).rejects.toThrow(TooMuchEffort);
  const analysing = kept(new Hurried());
  process.kill(await (analysing.analyse(TEXT).catch(() => undefined), analysingPid()), 'SIGKILL');
  expect((await analysing.analyse(TEXT)).homework).toHaveLength(1);
}, 60_000);
