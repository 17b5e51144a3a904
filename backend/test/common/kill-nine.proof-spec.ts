import { DateTime } from 'luxon';
import { Client } from 'pg';
import { forkStack, RunningStack } from '../../../docker/local/src/stack/forked-stack';

const FULL = process.env['PROOF'] === 'full';
const KILLS = FULL ? 30 : 3;
const PARTS = ['api', 'worker', 'redis'] as const;
const ZONE = 'America/New_York';

let stack: RunningStack;

beforeAll(async () => {
  stack = await forkStack({ env: { BOOKING_LIMIT_PER_IP: '1000000', BOOKING_WAVE_LIMIT: '1000000' } });
}, 120_000);
afterAll(() => stack?.stop());

interface Acknowledged {
  id: string;
  email: string;
}

/** Every free half hour of the next weeks, each wanted by one visitor. */
async function wishes(serviceId: string): Promise<{ date: string; time: string }[]> {
  const from = DateTime.now().setZone(ZONE).plus({ days: 1 });
  const query = new URLSearchParams({ service_id: serviceId, from: from.toFormat('yyyy-MM-dd'), to: from.plus({ days: 58 }).toFormat('yyyy-MM-dd') });
  const answer = await fetch(`${stack.url}/api/public/therapist/${stack.demo.therapist_id}/availability?${query}`);
  const { days } = (await answer.json()) as { days: { date: string; times: string[] }[] };
  return days.flatMap(({ date, times }) => times.map((time) => ({ date, time })));
}

/** Longer than the kills go on: on a busy machine the next one may come before the API has started. */
const TRIES = 240;

/** Books until it is acknowledged or refused for good; a dead server is asked again with the same key. */
async function book(serviceId: string, wish: { date: string; time: string }, email: string): Promise<Acknowledged | undefined> {
  const key = `kill-nine-${email}`;
  const body = JSON.stringify({ service_id: serviceId, client_name: 'Load', client_email: email, appointment_date: wish.date, appointment_time: wish.time });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const answer = await fetch(`${stack.url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': key }, body });
      const parsed = (await answer.json()) as { id: string };
      if (answer.status === 201) return { id: parsed.id, email };
      if (answer.status < 500) return undefined;
    } catch {
      // The connection broke in the middle: what happened is unknown, which is what the key is for.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the product did not come back');
}

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function mailsSettled(expected: number): Promise<string[]> {
  const until = Date.now() + 180_000;
  let ids: string[] = [];
  while (Date.now() < until) {
    ids = [...new Set((await stack.mails()).filter(({ to }) => to.includes('@load.example')).map(({ message_id }) => message_id))];
    const [left] = await rows<{ open: number }>(`select count(*)::int as open from outbox where state in ('pending', 'queued')`);
    if (ids.length >= expected && left?.open === 0) return ids;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return ids;
}

it(`loses and doubles nothing while API, worker and Redis are killed ${KILLS} times under load`, async () => {
  const services = (await (await fetch(`${stack.url}/api/public/therapist/${stack.demo.therapist_id}/services`)).json()) as { id: string; duration_minutes: number }[];
  const service = services.find(({ duration_minutes }) => duration_minutes <= 30);
  if (!service) throw new Error('the demo practice has no short service');
  // The catcher keeps 500 mails, two for each booking.
  const open = (await wishes(service.id)).slice(0, 220);
  const acknowledged: Acknowledged[] = [];
  let killing = true;
  const visitors = Array.from({ length: 6 }, async (_, visitor) => {
    for (let index = visitor; index < open.length && killing; index += 6) {
      const wish = open[index];
      const done = wish && (await book(service.id, wish, `v${index}@load.example`));
      if (done) acknowledged.push(done);
      await new Promise((resolve) => setTimeout(resolve, FULL ? 250 : 60));
    }
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500 + ((kill * 37) % 10) * 100));
    await stack.kill(PARTS[kill % PARTS.length] ?? 'api');
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  killing = false;
  await Promise.all(visitors);

  const stored = await rows<{ id: string; client_email: string }>(`select id, client_email from bookings where client_email like '%@load.example'`);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter(({ id }) => !stored.some((row) => row.id === id))).toEqual([]);
  expect(new Set(stored.map(({ client_email }) => client_email)).size).toBe(stored.length);
  const ids = await mailsSettled(stored.length);
  expect(ids).toHaveLength(stored.length);
  process.stdout.write(`kill -9 × ${KILLS}: ${acknowledged.length} acknowledged, ${stored.length} stored, 0 lost, 0 doubled, ${ids.length} distinct Message-IDs to visitors\n`);
}, 20 * 60_000);
