import { randomBytes, randomUUID } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { ClientsModule } from '../../src/modules/clients/clients.module';
import { sendSignInCode } from '../../src/modules/clients/sign-in/sign-in-mail';
import { ClientBrowser, mailedSecret } from '../harness/client-browser';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';
import { MailCatcher } from '../harness/mail-catcher';
import { eventually, idleHandlersBeside, startTestWorker, TestWorker } from '../harness/outbox-worker';

const ENVIRONMENT = { ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}` };
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/g;

/** The API leaves jobs, the worker sends mails. */
describe('mails of sign-in', () => {
  let test: TestApp;
  let catcher: MailCatcher;
  let worker: TestWorker;

  beforeAll(async () => {
    catcher = await MailCatcher.start();
    test = await startTestApp(ENVIRONMENT);
    const environment = { ...ENVIRONMENT, SMTP_URL: catcher.url, PUBLIC_URL: 'https://attune.localhost' };
    const parts = { imports: [ClientsModule] };
    worker = await startTestWorker(test.testDatabase.url, { ...parts, providers: idleHandlersBeside(parts) }, environment);
  });
  afterAll(async () => {
    await worker.stop();
    await test.close();
    await catcher.close();
  });

  const mailsTo = (address: string): ParsedMail[] => catcher.mails.filter(({ to }) => !Array.isArray(to) && to?.text === address);
  const received = async (address: string, count = 1): Promise<ParsedMail> => {
    await eventually(() => expect(mailsTo(address)).toHaveLength(count));
    return mailsTo(address)[count - 1] as ParsedMail;
  };
  const numbers = ({ subject, text }: ParsedMail): string[] => `${subject}\n${text}`.match(SIX_DIGITS) ?? [];
  const jobsDone = (): Promise<void> =>
    eventually(async () => {
      const [row] = await test.database.query<{ open: number }>(`select count(*)::int as open from outbox where state in ('pending', 'queued')`);
      expect(row?.open).toBe(0);
    });
  /** Registered, and proved by the code out of the mail. */
  const signInByMail = async (): Promise<SignedInClient> => {
    const client = await signInClient(test, { verified: false });
    await client.post('/api/auth/client/code').expect(202);
    const code = numbers(await received(client.email))[0];
    const { body } = await client.browser.verify({ email: client.email, code }).expect(200);
    return Object.assign(client, { id: body.id as string });
  };

  it('bring a code and a link that sign in, and nothing about the person', async () => {
    const client = await signInByMail();
    const browser = await ClientBrowser.open(test);
    await browser.login(client.email).expect(202);
    const mail = await received(client.email, 2);
    expect(numbers(mail)).toHaveLength(1);
    expect(mail.subject).toBe('Your sign-in code');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}\.code@attune\.localhost>$/);
    expect(`${mail.text}${mail.html}`).not.toContain(client.name);
    const token = /https:\/\/attune\.localhost\/client\/login#token=([\w-]{43})\n/.exec(mail.text ?? '')?.[1];
    await browser.verify({ email: client.email, code: numbers(mail)[0] }).expect(200);
    await browser.verify({ token }).expect(401);
    expect(await mailedSecret(test, client.email)).toBeUndefined();
  });

  it('do not go to addresses without an account, and a repeated job sends nothing again', async () => {
    const client = await signInByMail();
    const unknown = `${randomUUID()}@example.org`;
    await (await ClientBrowser.open(test)).login(unknown).expect(404);
    const [code] = await test.database.query<{ id: string }>('select id from sign_in_codes where user_id = $1', [client.id]);
    await test.database.transaction((tx) => test.app.get(Outbox).add(tx, sendSignInCode, [{ code_id: code?.id ?? '' }]));
    await jobsDone();
    expect(mailsTo(unknown)).toEqual([]);
    expect(mailsTo(client.email)).toHaveLength(1);
    const secrets = await test.database.query('select id from sign_in_codes where mail_secret is not null');
    expect(secrets).toEqual([]);
  });

  it('a code that ran out while the mail server was away is not sent late, and the operator learns of it', async () => {
    const client = await signInByMail();
    await catcher.close();
    await (await ClientBrowser.open(test)).login(client.email).expect(202);
    await test.database.query(`update sign_in_codes set expires_at = now() - interval '1 second' where user_id = $1 and used_at is null`, [client.id]);
    await catcher.open();
    await eventually(async () => {
      const [failed] = await test.database.query<{ last_error: string }>(`select last_error from outbox where state = 'failed'`);
      expect(failed?.last_error).toBe('The code ran out before the mail server took the mail.');
    });
    expect(mailsTo(client.email)).toHaveLength(1);
  });

  it('a change of address sends a code to the new address and, once proved, a way back to the old one', async () => {
    const client = await signInByMail();
    const email = `${randomUUID()}@example.org`;
    await client.post('/api/client/account/email', { email }).expect(202);
    const codeMail = await received(email);
    expect(codeMail.text).not.toContain('http');
    await client.post('/api/client/account/email/confirm', { code: numbers(codeMail)[0] }).expect(200);
    const notice = await received(client.email, 2);
    expect(notice.subject).toBe('The address of your client portal was changed');
    expect(notice.text).not.toContain(email);
    const token = /#object=([\w-]{43})\n/.exec(notice.text ?? '')?.[1];
    await (await ClientBrowser.open(test)).post('/api/auth/client/address-objection', { token }).expect(200, { status: 'restored', email: client.email });
  });

  it('the owner is told that a browser is trusted, and that the account was closed, though nobody is left to tell', async () => {
    const client = await signInByMail();
    const browser = await ClientBrowser.open(test);
    await browser.login(client.email).expect(202);
    await browser.verify({ email: client.email, code: numbers(await received(client.email, 2))[0], trust: true }).expect(200);
    const trusted = await received(client.email, 3);
    expect(trusted.subject).toBe('A browser is trusted for your client portal');
    expect(trusted.text).toMatch(/Firefox on Linux[^]*\/client\/account[^]*Not you\?/);
    await browser.post('/api/client/account/close', { confirm: true }).expect(200);
    const closed = await received(client.email, 4);
    expect(closed.subject).toBe('Your client portal was closed');
    expect(await test.database.query('select id from users where email = $1', [client.email])).toEqual([]);
    await jobsDone();
    expect(await test.database.query('select id from account_notices')).toEqual([]);
    const jobs = await test.database.query<{ payload: object }>(`select payload from outbox where job = 'send-account-notice'`);
    for (const { payload } of jobs) expect(Object.keys(payload)).toEqual(['notice_id']);
  });

  it('the owner of an address that somebody else wants gets a note without a code', async () => {
    const [owner, client] = [await signInByMail(), await signInByMail()];
    await client.post('/api/client/account/email', { email: owner.email }).expect(202);
    const note = await received(owner.email, 2);
    expect(note.subject).toBe('About your client portal');
    expect(numbers(note)).toEqual([]);
    expect(`${note.text}${note.html}`).not.toMatch(/https?:/);
    expect(note.text).not.toContain(client.email);
  });
});
