import { print } from '../harness/before-and-now';
import { ClientBrowser, mailedSecret } from '../harness/client-browser';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a thief did with the link of a sign-in mail of his own, which he passed on. */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** The link of a mail that the sender asked for in a browser of their own. */
async function passOn({ email }: SignedInClient): Promise<string> {
  await (await ClientBrowser.open(test)).login(email).expect(202);
  return (await mailedSecret(test, email))?.token ?? '';
}

const whoIs = async (browser: ClientBrowser): Promise<string | undefined> => ((await browser.get('/api/auth/me')).body as { email?: string }).email;

it('a link that somebody passed on signs nobody in to his account', async () => {
  const [sender, kim] = [await signInClient(test), await signInClient(test)];
  const nameOf = (email?: string): string => (email === sender.email ? 'the sender’s account' : email === kim.email ? 'her own account' : 'nobody’s account');

  const stranger = await ClientBrowser.open(test);
  const token = await passOn(sender);
  const pressed = [(await stranger.verify({ token })).status, (await stranger.verify({ token, email: kim.email })).status];
  const alone = nameOf(await whoIs(stranger));
  print('the sender’s link in another person’s browser: a press, and her own address', '200, the sender’s account', `${pressed.join(', ')}, ${alone}`);

  const link = await passOn(sender);
  const answers: number[] = [];
  for (const body of [{ token: link }, { token: link, email: kim.email }, { token: link, email: sender.email }]) answers.push((await kim.browser.verify(body)).status);
  const after = nameOf(await whoIs(kim.browser));
  print('the same where she is signed in, and with the sender’s address', 'her session ended, the sender’s account', `${answers.join(', ')}, ${after}`);
  expect([pressed, alone, answers, after]).toEqual([[401, 401], 'nobody’s account', [401, 409, 409], 'her own account']);
});
