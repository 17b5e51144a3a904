import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { newAddress } from '../harness/client-browser';
import { notePeople } from '../harness/noted-people';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
const ADDRESSES = FULL ? 2_000 : 200;
const MAX_GAP_MS = 5;
/** So many codes are asked for from one connection here. */
const ASKING = { CODE_ASKED_LIMIT: '1000000' };
const RAISED = { ...ASKING, CLIENT_UNKNOWN_LIMIT_PER_IP: '1000000', CLIENT_UNKNOWN_LIMIT_PER_SUBNET: '1000000', CLIENT_UNKNOWN_LIMIT: '1000000' };

jest.setTimeout(20 * 60_000);

interface Answer {
  status: number;
  body: unknown;
  ms: number;
}

/** Accounts whose addresses are proved. @returns the addresses */
async function addAccounts(test: TestApp): Promise<string[]> {
  const emails = Array.from({ length: ADDRESSES }, () => `${randomUUID()}@example.org`);
  await test.database.query(`insert into clients (id, email, name) select gen_random_uuid(), email, 'Known' from unnest($1::text[]) email`, [emails]);
  await notePeople(test.app);
  await test.database.query(`insert into users (id, user_type, email, name) select id, 'client', email, name from clients`);
  await test.database.query('insert into client_accounts (client_id, registered_at, verified_at) select id, now(), now() from clients');
  return emails;
}

const unknownAddresses = (): string[] => Array.from({ length: ADDRESSES }, () => `${randomUUID()}@example.org`);

/** Each address once, from a browser without cookies; one known, one unknown, taking turns at being first. */
async function interleaved(test: TestApp, known: readonly string[], address: string): Promise<{ known: Answer[]; unknown: Answer[] }> {
  const { port } = test.app.getHttpServer().address() as AddressInfo;
  const ask = async (email: string): Promise<Answer> => {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/client/login?email=${email}`, { method: 'POST', headers: { 'X-Forwarded-For': address } });
    const body: unknown = await answer.json();
    return { status: answer.status, body, ms: performance.now() - started };
  };
  const answers: { known: Answer[]; unknown: Answer[] } = { known: [], unknown: [] };
  for (const [index, stranger] of unknownAddresses().entries()) {
    const pair = [['known', known[index] ?? ''], ['unknown', stranger]] as const;
    for (const [kind, email] of index % 2 ? pair : [...pair].reverse()) answers[kind].push(await ask(email));
  }
  return answers;
}

function median(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** The figure; asserted in the full run only, where it has enough addresses to be one. */
function compare(name: string, { known, unknown }: { known: Answer[]; unknown: Answer[] }): void {
  const gap = Math.abs(median(known) - median(unknown));
  process.stdout.write(
    `    ${name}: median ${median(known).toFixed(2)} ms for ${known.length} known, ${median(unknown).toFixed(2)} ms for ${unknown.length} unknown, gap ${gap.toFixed(2)} ms\n`,
  );
  if (FULL) expect(gap).toBeLessThan(MAX_GAP_MS);
}

it('with limits raised, an unknown address is answered in the time of a known one', async () => {
  const test = await startTestApp(RAISED);
  try {
    const answers = await interleaved(test, await addAccounts(test), newAddress());
    expect(new Set(answers.known.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.unknown.map(({ status }) => status))).toEqual(new Set([404]));
    compare('limits raised', answers);
  } finally {
    await test.close();
  }
});

it('at the default limits, once limited, it is answered with the same body in the same time', async () => {
  const test = await startTestApp(ASKING);
  try {
    const known = await addAccounts(test);
    const address = newAddress();
    // The first unknown addresses are told apart; then none is any more.
    await interleaved(test, known, address);
    test.clock.advance(61_000);
    const { known: first, unknown: second } = await interleaved(test, known, address);
    const bodies = [...first, ...second].map(({ status, body }) => JSON.stringify({ status, body }));
    expect([...new Set(bodies)]).toEqual([JSON.stringify({ status: 202, body: { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 } })]);
    compare('once limited', { known: first, unknown: second });
  } finally {
    await test.close();
  }
});
