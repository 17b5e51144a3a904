import type { Server } from 'node:net';
import { validationPipe } from '../../src/common/errors/validation';
import { CreateBookingDto } from '../../src/modules/bookings/booking/booking.dto';
import { print } from '../harness/before-and-now';
import { manyFields, RawAnswer, sendRaw } from '../harness/raw-request';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
/** Seen on the running product: 85,000 unknown fields in one booking. */
const BEFORE = '6.5 s, 4,700,000';
/** Of a body that is transformed and refused field by field, as an unguarded route would do it. */
const FIELDS = FULL ? 85_000 : 20_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const NESTED = (count: number): string => `{"a":[${Array.from({ length: count }, () => '{"a":[[],[]]}').join(',')}]}`;

describe('one body stops nobody', () => {
  let test: TestApp;
  let server: Server;
  beforeAll(async () => {
    test = await startTestApp();
    server = test.app.getHttpServer() as Server;
  });
  afterAll(() => test.close());

  /** How long somebody else's small request takes at most while `work` is under way. */
  async function longestWait(work: () => Promise<RawAnswer>): Promise<{ answer: RawAnswer; waitMs: number }> {
    let isOver = false;
    let waitMs = 0;
    const others = (async () => {
      while (!isOver) {
        const started = performance.now();
        await sendRaw(server, { method: 'GET', path: '/api/health/live' });
        waitMs = Math.max(waitMs, performance.now() - started);
      }
    })();
    const answer = await work();
    isOver = true;
    await others;
    return { answer, waitMs };
  }

  it(`${FIELDS} unknown fields are refused before anything is made of them`, async () => {
    const body = manyFields(FIELDS);
    const started = performance.now();
    await expect(validationPipe().transform(JSON.parse(body), { type: 'body', metatype: CreateBookingDto })).rejects.toThrow();
    const transformedMs = performance.now() - started;

    const therapist = await signInTherapist(test);
    const headers = { ...JSON_TYPE, cookie: therapist.cookie, 'x-xsrf-token': therapist.csrf, origin: test.config.publicUrl };
    const tries: [string, RawAnswerOf, number[]][] = [
      ['as one body', () => sendRaw(server, { path: '/api/bookings', headers: { ...JSON_TYPE, 'content-length': String(body.length) }, body }), [413]],
      ['in chunks', () => sendRaw(server, { path: '/api/bookings', headers: JSON_TYPE, body: pieces(body) }), [413]],
      ['as many as 64 kB hold', () => sendRaw(server, { path: '/api/bookings', headers: JSON_TYPE, body: manyFields(5_000) }), [400]],
      ['as many as a profile holds', () => sendRaw(server, { method: 'PUT', path: '/api/therapist/profile', headers, body: manyFields(30_000) }), [400]],
      ['as lists in lists', () => sendRaw(server, { path: '/api/bookings', headers: JSON_TYPE, body: NESTED(99) }), [400]],
      ['in the query', () => sendRaw(server, { path: `/api/auth/client/login?${'a&b&c&'.repeat(1_000)}` }), [400]],
    ];
    process.stdout.write(`    transformed: ${transformedMs.toFixed(0)} ms for everybody\n`);
    for (const [how, send, allowed] of tries) {
      const { answer, waitMs } = await longestWait(send);
      process.stdout.write(`    ${how}: ${answer.status}, others wait ${waitMs.toFixed(1)} ms at most, ${answer.bytes} bytes answered\n`);
      if (how === 'as one body') print(`${FIELDS} unknown fields in a booking: how long others wait, and bytes answered`, BEFORE, `${(waitMs / 1_000).toFixed(2)} s, ${answer.bytes}`);
      expect(allowed).toContain(answer.status);
      expect(answer.bytes).toBeLessThan(5_000);
    }
  });

  it('a body has its measure: a hundred keys an object, 64 kB without a session, and twenty errors an answer', async () => {
    const send = (body: string, path = '/api/bookings', headers: Record<string, string> = {}): Promise<RawAnswer> => sendRaw(server, { path, headers: { ...JSON_TYPE, 'content-length': String(body.length), ...headers }, body });
    const named = ({ text }: RawAnswer): number => (JSON.parse(text) as { errors?: object[] }).errors?.length ?? 0;
    const [hundred, more] = [await send(manyFields(100)), await send(manyFields(101))];
    print('errors answered to 100 unknown fields, and to 101', 'one for each', `${named(hundred)}, ${named(more)}`);
    const large = JSON.stringify({ notes: 'x'.repeat(65 * 1024) });
    const therapist = await signInTherapist(test);
    const own = { cookie: therapist.cookie, 'x-xsrf-token': therapist.csrf, origin: test.config.publicUrl };
    const notes = '/api/therapist/enhanced-session-notes';
    const statuses = [(await send(large)).status, (await send(large, notes)).status, (await send(large, notes, own)).status];
    print('65 kB in a booking, in a note without a session, and in a note with one', 'read by the first', statuses.join(', '));
    expect([hundred.status, more.status, named(hundred), named(more)]).toEqual([400, 400, 20, 0]);
    expect(statuses).toEqual([413, 401, 400]);
  });
});

type RawAnswerOf = () => Promise<RawAnswer>;

function* pieces(text: string): Iterable<Buffer> {
  for (let at = 0; at < text.length; at += 16_384) yield Buffer.from(text.slice(at, at + 16_384));
}
