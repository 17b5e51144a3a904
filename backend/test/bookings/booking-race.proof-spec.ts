import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const RIVALS = 200;
const ROUNDS = process.env['PROOF'] === 'full' ? 20 : 2;
const TIMES = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];

interface Answer {
  status: number;
  detail: string | undefined;
}

function post(test: TestApp, agent: Agent, body: object): Promise<Answer> {
  const { port } = test.app.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: '/api/bookings', method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, detail: (JSON.parse(text) as { detail?: string }).detail }));
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

async function round(test: TestApp, practice: Practice, index: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: RIVALS });
  const slot = { appointment_date: workday(test, 2 + Math.floor(index / TIMES.length)), appointment_time: TIMES[index % TIMES.length] };
  const answers = await Promise.all(
    Array.from({ length: RIVALS }, (_, rival) =>
      post(test, agent, { service_id: practice.serviceId, client_name: `Rival ${rival}`, client_email: `rival-${index}-${rival}@example.org`, ...slot }),
    ),
  );
  agent.destroy();
  for (const answer of answers) if (answer.status === 409) expect(answer.detail).toBe('This time is no longer available. Please choose another.');
  return answers.map(({ status }) => status);
}

async function deadlocks(test: TestApp): Promise<number> {
  await test.database.query('select pg_stat_force_next_flush()');
  const [row] = await test.database.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = current_database()');
  return Number(row?.deadlocks ?? 0);
}

describe.each([10, 50])(`${RIVALS} bookings for one slot at a pool of %d`, (poolSize) => {
  it(`have exactly one winner in each of ${ROUNDS} rounds, no 5xx and no deadlock`, async () => {
    const test = await startTestApp({ DATABASE_POOL_SIZE: String(poolSize), BOOKING_LIMIT_PER_IP: '1000000', BOOKING_WAVE_LIMIT: '1000000' });
    try {
      const practice = await openPractice(test);
      const milliseconds: number[] = [];
      for (let index = 0; index < ROUNDS; index += 1) {
        const started = performance.now();
        const statuses = await round(test, practice, index);
        milliseconds.push(performance.now() - started);
        expect({ won: statuses.filter((status) => status === 201).length, lost: statuses.filter((status) => status === 409).length }).toEqual({ won: 1, lost: RIVALS - 1 });
      }
      const [overlaps] = await test.database.query<{ pairs: number }>(
        `select count(*)::int as pairs from bookings a join bookings b on a.id < b.id and a.therapist_id = b.therapist_id
           and a.status <> 'cancelled' and b.status <> 'cancelled' and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
      );
      expect(overlaps?.pairs).toBe(0);
      expect(await deadlocks(test)).toBe(0);
      const median = milliseconds.sort((a, b) => a - b)[Math.floor(milliseconds.length / 2)];
      process.stdout.write(`booking race, pool ${poolSize}: ${ROUNDS} rounds of ${RIVALS}, 1 winner each, 0 deadlocks, median ${median?.toFixed(0)} ms a round\n`);
    } finally {
      await test.close();
    }
  });
});
