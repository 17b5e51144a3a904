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
