import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { mailRoutes } from '../src/mail/mail-routes';
import { Mailbox, type CaughtMail } from '../src/mail/mailbox';
import { startSmtpCatcher, type SmtpCatcher } from '../src/mail/smtp-catcher';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
let catcher: SmtpCatcher;
let mailbox: Mailbox;
let pages: Server;
let base: string;

beforeAll(async () => {
  mailbox = new Mailbox(folder);
  catcher = await startSmtpCatcher(mailbox);
  const handler = mailRoutes(mailbox);
  pages = createServer((request, response) => void handler(request, response, new URL(request.url ?? '/', 'http://localhost')));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/dev/mail`;
});

afterAll(async () => {
  pages.close();
  await catcher.close();
});

async function send(to: string, subject: string, html = '<p>Hello</p>'): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: catcher.port });
  const sent = await transport.sendMail({
    from: 'Attune <no-reply@attune.example>',
    to,
    bcc: 'watcher@example.com',
    subject,
    text: `Hello, ${subject}`,
    html,
    icalEvent: { method: 'REQUEST', content: calendar, filename: 'appointment.ics' },
  });
  transport.close();
  return sent.messageId;
}

const list = async (query = ''): Promise<CaughtMail[]> => (await fetch(`${base}/messages${query}`)).json() as Promise<CaughtMail[]>;

test('keeps what a mail says, with the invitation once', async () => {
  const messageId = await send('zoë@example.com', 'Grüße 👋 שלום');
  const [mail] = await list();
  expect(mail).toMatchObject({
    to: 'zoë@example.com',
    from: '"Attune" <no-reply@attune.example>',
    subject: 'Grüße 👋 שלום',
    text: expect.stringContaining('Hello, Grüße') as string,
    html: expect.stringContaining('<p>Hello</p>') as string,
    message_id: messageId,
  });
  expect(mail?.attachments).toEqual([{ filename: 'appointment.ics', content_type: expect.any(String) as string, text: calendar }]);
  expect(new Date(mail?.received_at ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('lists newest first and by address, blind copies included', async () => {
  await send('a@example.com', 'first');
  await send('b@example.com', 'second');
  expect((await list()).slice(0, 2).map(({ subject }) => subject)).toEqual(['second', 'first']);
  expect((await list('?to=A@example.com')).map(({ subject }) => subject)).toEqual(['first']);
  expect(await list('?to=watcher@example.com')).toHaveLength(3);
  expect(await list('?to=nobody@example.com')).toEqual([]);
});

test('shows a mail as text in the page and its HTML only in a closed frame', async () => {
  await send('c@example.com', '<img src=x onerror=alert(1)>', '<script>alert(1)</script><a href="https://example.com">x</a>');
  const id = (await list())[0]?.id ?? '';
  const inbox = await fetch(base);
  expect(inbox.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await inbox.text()).not.toContain('<img src=x');
  const view = await (await fetch(`${base}/view/${id}`)).text();
  expect(view).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(view).not.toContain('<script>');
  const body = await fetch(`${base}/body/${id}`);
  expect(body.headers.get('content-security-policy')).toMatch(/sandbox allow-popups/);
  expect(await body.text()).toContain('<base target="_blank">');
  expect((await fetch(`${base}/attachment/${id}/0`)).headers.get('content-disposition')).toContain('appointment.ics');
  expect((await fetch(`${base}/view/00000099`)).status).toBe(404);
});

test('survives a restart, keeps the last 500, and forgets when told', async () => {
  const again = new Mailbox(folder);
  expect(again.list().map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
  const bare = { to: 'n@example.com', from: '', subject: 'n', text: '', html: '', message_id: '', attachments: [] };
  for (let count = 0; count < 505; count += 1) again.add(bare, ['n@example.com']);
  expect(again.list()).toHaveLength(500);
  expect(new Mailbox(folder).list()).toHaveLength(500);
  expect((await fetch(`${base}/messages`, { method: 'DELETE', headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  expect((await fetch(`${base}/messages`, { method: 'DELETE' })).status).toBe(200);
  expect(await list()).toEqual([]);
});
