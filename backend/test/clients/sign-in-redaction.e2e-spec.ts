import fs from 'node:fs';
import { ClientBrowser } from '../harness/client-browser';
import { startTestApp, TestApp } from '../harness/test-app';
import { eventually } from '../harness/outbox-worker';

const EMAIL = 'very.private.person@example.org';

type Written = (error: null, bytes: number) => void;

/** Takes everything that loggers write to standard output and standard error, instead of the terminal. */
function takeOutput(): { text(): string; stop(): void } {
  const pieces: string[] = [];
  const [write, writeSync] = [fs.write, fs.writeSync];
  const take = (fd: unknown, piece: unknown): boolean => (fd === 1 || fd === 2) && pieces.push(String(piece)) > 0;
  const spies = [
    jest.spyOn(fs, 'write').mockImplementation(((...values: Parameters<typeof write>) => {
      if (take(values[0], values[1])) (values.at(-1) as unknown as Written)(null, Buffer.byteLength(String(values[1])));
      else write(...values);
    }) as typeof write),
    jest.spyOn(fs, 'writeSync').mockImplementation(((...values: Parameters<typeof writeSync>) =>
      take(values[0], values[1]) ? Buffer.byteLength(String(values[1])) : writeSync(...values)) as typeof writeSync),
  ];
  return { text: () => pieces.join(''), stop: () => spies.forEach((spy) => spy.mockRestore()) };
}

it('no log line holds the address that signs in, nor a code, link or cookie', async () => {
  const log = takeOutput();
  let test: TestApp | undefined;
  try {
    test = await startTestApp({ LOG_LEVEL: 'debug' });
    const browser = await ClientBrowser.open(test);
    await browser.login(EMAIL).expect(404);
    await browser.register(EMAIL).expect(201);
    await browser.login(EMAIL).expect(200);
    await browser.post('/api/auth/client/login?email=very.private.person%40example.org&email=twice').expect(400);
    await browser.verify({ email: EMAIL, code: '135790' }).expect(401);
    await browser.verify({ token: 'a-link-that-nobody-sent' }).expect(401);
    await eventually(() => expect(log.text().match(/"route":"\/api\/auth\/client\/verify"/g)).toHaveLength(2));
    const lines = log.text();
    expect(lines).toContain('"route":"/api/auth/client/login","status":404');
    expect(lines).not.toMatch(/private|135790|a-link-that-nobody-sent/);
    for (const name of ['session', 'browser']) expect(lines).not.toContain(browser.has(name));
  } finally {
    log.stop();
    await test?.close();
  }
});
