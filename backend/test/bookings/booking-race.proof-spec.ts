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

function post(test: TestApp, agent: Agent, body: object, from = '127.0.0.1'): Promise<Answer> {
  const { port } = test.app.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: '/api/bookings', method: 'POST', agent, headers: { 'content-type': 'application/json', 'x-forwarded-for': from } }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, detail: (JSON.parse(text) as { detail?: string }).detail }));
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

/** On a machine with other work a wait for the lock may run out: that one is told to try again, and does. */
async function insisting(test: TestApp, agent: Agent, body: object): Promise<Answer> {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await post(test, agent, body);
    if (answer.status !== 503 || answer.detail !== 'The service is very busy. Please try again in a moment.') return answer;
  }
  throw new Error('busy five times in a row');
}

async function round(test: TestApp, practice: Practice, index: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: RIVALS });
  const slot = { appointment_date: workday(test, 2 + Math.floor(index / TIMES.length)), appointment_time: TIMES[index % TIMES.length] };
  const answers = await Promise.all(
    Array.from({ length: RIVALS }, (_, rival) =>
      insisting(test, agent, { service_id: practice.serviceId, client_name: `Rival ${rival}`, client_email: `rival-${index}-${rival}@example.org`, ...slot }),
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
  it(`have exactly one winner in each of ${ROUNDS} rounds, no failure and no deadlock`, async () => {
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

describe('300 refused bookings of one connection', () => {
  // Measured before: they took every connection of the pool, and another visitor's booking waited 3.3 s.
  it('take four connections of the pool at most, and are told to stop', async () => {
    const test = await startTestApp({ CHANGES_AT_WORK_PER_CONNECTION: '4' });
    const agent = new Agent({ keepAlive: true, maxSockets: 400 });
    try {
      const practice = await openPractice(test);
      const wanted = { service_id: practice.serviceId, client_name: 'Kim Park', client_email: 'kim@example.org', appointment_time: '09:00' };
      const quiet = await timed(() => post(test, agent, { ...wanted, appointment_date: workday(test, 2) }, '198.51.100.1'));
      let busiest = 0;
      const look = setInterval(() => (busiest = Math.max(busiest, test.database.pool.totalCount - test.database.pool.idleCount)), 1);
      const flood = Array.from({ length: 300 }, () => post(test, agent, { ...wanted, appointment_date: '2020-01-06' }, '203.0.113.1'));
      await flood[0];
      const during = await timed(() => post(test, agent, { ...wanted, appointment_date: workday(test, 3) }, '198.51.100.2'));
      clearInterval(look);
      const statuses = (await Promise.all(flood)).map(({ status }) => status);
      process.stdout.write(`another visitor's booking: ${quiet.ms.toFixed(0)} ms alone, ${during.ms.toFixed(0)} ms beside 300 refused ones (3,300 ms before); ${busiest} connections of the pool at work\n`);
      expect([quiet.answer.status, during.answer.status]).toEqual([201, 201]);
      expect(busiest).toBeLessThanOrEqual(5);
      // Fifty, and what was at work meanwhile.
      expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(53);
      expect(new Set(statuses)).toEqual(new Set([422, 429]));
      // Fifty refused ones are as much as the five bookings of an hour.
      expect((await post(test, agent, { ...wanted, appointment_date: workday(test, 4) }, '203.0.113.1')).status).toBe(429);
    } finally {
      agent.destroy();
      await test.close();
    }
  });
});

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - started };
}
