import { EntryMarks } from '../../src/modules/activity-log/entry-marks.service';
import { FactorNotices, sendFactorNotice } from '../../src/modules/auth/second-factor/factor-notices.service';
import { SecondFactorService } from '../../src/modules/auth/second-factor/second-factor.service';
import { post } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { administrator, enrol, nextCode, therapist } from '../harness/second-factor-accounts';
import { startTestApp, TestApp } from '../harness/test-app';

let google: GoogleStandIn;
let mails: MailCatcher;
let test: TestApp;

beforeAll(async () => {
  [google, mails] = [await startGoogleStandIn(), await MailCatcher.start()];
  test = await startTestApp({ ...google.environment, SMTP_URL: mails.url });
});
afterAll(async () => {
  await test.close();
  await mails.close();
  await google.close();
});

type Payload = Parameters<FactorNotices['send']>[0];
const asked = async (): Promise<Payload[]> => (await test.database.query<{ payload: Payload }>('select payload from outbox where job = $1 order by id', [sendFactorNotice.name])).map(({ payload }) => payload);

it('a therapist is told by mail when two-step sign-in is turned on or off or its codes are made anew, by whomever; nothing secret is in it', async () => {
  const amy = await enrol(test, therapist(() => google));
  const { body: codes } = await post(amy.agent, '/api/auth/second-factor/recovery-codes', { code: nextCode(test, amy.secret) });
  expect((await post(amy.agent, '/api/auth/second-factor/disable', { code: nextCode(test, amy.secret) })).status).toBe(200);
  const again = await enrol(test, { ...therapist(() => google), make: () => Promise.resolve(amy.name) });
  await test.app.get(SecondFactorService).dropOfTherapist(amy.name);
  const notices = await asked();
  expect(notices.map(({ change }) => change)).toEqual(['second_factor_enabled', 'recovery_codes_renewed', 'second_factor_disabled', 'second_factor_enabled', 'second_factor_disabled']);
  for (const notice of notices) await test.app.get(FactorNotices).send(notice);
  expect(mails.mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Two-step sign-in of your account was turned off', 'The recovery codes of your account were made anew']));
  const secrets = [amy.secret, again.secret, ...amy.recoveryCodes, ...(codes as { recovery_codes: string[] }).recovery_codes];
  for (const { to, text = '', html } of mails.mails) {
    expect(Array.isArray(to) ? [] : to?.text).toBe(amy.name);
    expect(text).toContain('If that was you, there is nothing to do.');
    for (const secret of secrets) expect(`${text} ${String(html)}`).not.toContain(secret);
  }
});

it('an administrator, who has no address here, and a wrong code ask for none', async () => {
  const before = (await asked()).length;
  const root = await enrol(test, administrator);
  await post(root.agent, '/api/admin/second-factor/disable', { code: '000000' });
  expect(await asked()).toHaveLength(before);
});

it('whoever renews codes with those they just got does so ten times an hour, and what is refused uses up none', async () => {
  const amy = await enrol(test, therapist(() => google));
  let [code] = amy.recoveryCodes;
  const statuses: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    const { status, body } = await post(amy.agent, '/api/auth/second-factor/recovery-codes', { code });
    statuses.push(status);
    if (status === 200) [code] = (body as { recovery_codes: string[] }).recovery_codes;
  }
  // Turning it on was one.
  expect(statuses).toEqual([...Array<number>(9).fill(200), 429, 429]);
  const { body, status } = await post(amy.agent, '/api/auth/second-factor/disable', { code });
  expect([status, (body as { detail: string }).detail]).toEqual([429, 'Your two-step sign-in was changed very often within an hour. Please wait a while.']);
});

it('a change after very many is not read out of all of them', async () => {
  const amy = await enrol(test, therapist(() => google));
  const [user] = await test.database.query<{ id: string }>('select id from users where email = $1', [amy.name]);
  await test.database.query(
    `insert into activity_log (id, at, action, actor_type, actor_id, subject_type, subject_id, mark)
     select gen_random_uuid(), now() - interval '2 days' + i * interval '1 second', 'recovery_codes_renewed', 'therapist', $1, 'user', $1, decode(repeat('ab', 32), 'hex') from generate_series(1, 100) i`,
    [user?.id],
  );
  const read = jest.spyOn(test.app.get(EntryMarks, { strict: false }), 'genuine');
  expect((await post(amy.agent, '/api/auth/second-factor/recovery-codes', { code: amy.recoveryCodes[0] })).status).toBe(200);
  expect(Math.max(...read.mock.calls.map(([entries]) => entries.length))).toBeLessThanOrEqual(20);
  read.mockRestore();
});
