import type { Actor } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { SessionService } from '../../src/modules/auth/sessions/session.service';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInAnew, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** What is in the log stays there for six years: nobody fills it. */
let test: TestApp;

beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

const entriesOf = async (id: string, action: string): Promise<number> =>
  (await test.database.query<{ entries: number }>('select count(*)::int as entries from activity_log where actor_id = $1 and action = $2', [id, action]))[0]?.entries ?? 0;

it('what somebody reads from ever other networks is an entry for twelve hundred times an hour, and refused then', async () => {
  const therapist = await signInTherapist(test);
  const [works, subjectId] = [test.app.get(Works), newId()];
  const read = (network: number): Promise<void> => {
    const actor: Actor = { type: 'therapist', id: therapist.id, sessionId: null, address: `10.${network >> 8}.${network & 255}.1` };
    return works.recordRead(actor, { action: 'read_note', subjectType: 'session_note', subjectId });
  };
  let refused = 0;
  for (let first = 0; first < 1_210; first += 22) await Promise.all(Array.from({ length: 22 }, (_, nth) => read(first + nth).catch(() => (refused += 1))));
  expect([await entriesOf(therapist.id, 'read_note'), refused]).toEqual([1_200, 10]);
  // What is in the log already is counted there.
  await read(0);
  test.clock.advance(3_600_001);
  await read(5_000);
}, 240_000);

it.each(['client', 'admin'] as const)('a %s puts down six hundred entries an hour at most', async (type) => {
  const actor: Actor = { type, id: newId(), sessionId: null, address: null };
  let refused = 0;
  for (let nth = 0; nth < 605; nth += 1) await test.app.get(Works).record(actor, { action: 'update_account' }).catch(() => (refused += 1));
  expect([await entriesOf(actor.id ?? '', 'update_account'), refused]).toEqual([600, 5]);
});

it('therapists and administrators come and go so often an hour', async () => {
  const [therapist, admin] = [await signInTherapist(test), await signInAdmin(test)];
  const sessions = test.app.get(SessionService);
  for (const user of [{ id: therapist.id, userType: 'therapist' }, { id: admin.id, userType: 'admin' }] as const) {
    const begin = () => test.app.get(Works).begin({ type: user.userType, id: user.id, sessionId: null, address: null }, (work) => sessions.begin(work, user, { address: null, browser: 'Firefox' }));
    let begun = 0;
    for (let nth = 0; nth < 125; nth += 1) await begin().then(() => (begun += 1), () => undefined);
    expect(begun).toBeGreaterThan(100);
    expect(begun).toBeLessThanOrEqual(120);
  }
});

it('whoever has used up what their account may put down in an hour keeps its owner from ending no session', async () => {
  const owner = await signInTherapist(test);
  test.clock.advance(5_000);
  const thief = await signInAnew(test, owner);
  const actor: Actor = { type: 'therapist', id: owner.id, sessionId: null, address: null };
  for (let nth = 0; nth < 601; nth += 1) await test.app.get(Works).record(actor, { action: 'update_account' }).catch(() => undefined);
  const { body } = await owner.get('/api/auth/sessions').expect(200);
  const others = (body as { id: string; current: boolean }[]).filter(({ current }) => !current);
  await owner.delete(`/api/auth/sessions/${others[0]?.id}`).expect(200);
  await thief.get('/api/therapist/services').expect(401);
}, 60_000);
