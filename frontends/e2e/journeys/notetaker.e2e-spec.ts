import { Page } from 'playwright-core';
import { MeetingStandIn } from '../../../docker/local/src/meetings/meeting-stand-in';
import { problemsOf } from '../harness/axe';
import { seen, signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { SpeechStandIn } from '../harness/speech';

const env: Record<string, string> = {};
let meetings: MeetingStandIn;
let speech: SpeechStandIn;

beforeAll(async () => {
  meetings = await MeetingStandIn.open();
  speech = await SpeechStandIn.open(['How was your week since we spoke last?', 'I slept better, and I went for a walk.']);
  Object.assign(env, { MEETING_BOT_CHROMIUM: process.env['CHROMIUM_PATH'] ?? '', MEETING_BOT_SANDBOX: 'false', MEETING_BOT_TEST_ORIGIN: meetings.origin, ...speech.environment });
});
const product = startProduct({ env });
const { visit } = product;
afterAll(async () => {
  await speech.close();
  await meetings.close();
});

const CLIENT = 'nadia.oeztuerk@clients.example';
const answered = new Set<string>();

/** The client's own yes, with the link that they were mailed. */
async function agreeByLink(): Promise<void> {
  const linkOf = (text: string): string => /\/consent#[\w.-]+/.exec(text)?.[0] ?? '';
  const link = linkOf((await product.stack.mail(CLIENT, ({ text }) => linkOf(text) !== '' && !answered.has(linkOf(text)))).text);
  answered.add(link);
  await visit(async (phone) => {
    await phone.goto(link);
    await phone.getByRole('button', { name: 'I agree' }).click();
    await phone.getByRole('heading', { level: 1, name: 'Thank you, you have agreed' }).waitFor();
  });
}

/** As far as a notetaker that is sent, once both have clicked themselves. */
async function sendTo(page: Page, path: string): Promise<void> {
  await page.goto('/dashboard?tab=ai-meeting&view=setup');
  await page.getByRole('radio', { name: /^A notetaker joins the meeting/ }).check();
  await page.getByLabel('Meeting URL').fill(meetings.origin + path);
  await page.getByRole('button', { name: 'Choose a client' }).click();
  await page.getByRole('button', { name: new RegExp(CLIENT) }).click();
  await page.getByRole('button', { name: 'Request Consent' }).click();
  await page.getByRole('button', { name: 'I agree' }).click();
  await seen(page, /Their own click is needed/);
  await agreeByLink();
  await seen(page, 'Both consents are complete');
  await page.getByRole('button', { name: 'Send the notetaker' }).click();
}

async function until(met: () => boolean): Promise<void> {
  for (let looks = 0; looks < 300 && !met(); looks += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(met()).toBe(true);
}

it('a notetaker waits to be let in, says that it records, and what it heard stands under the results', async () => {
  await visit(async (page) => {
    const problems: string[] = [];
    const room = meetings.room('/abc-defg-hij');
    await signIn(page, 'Demo therapist');
    await sendTo(page, '/abc-defg-hij');
    await seen(page, 'The notetaker waits to be let in.');
    const words = (await page.getByText('Words of your notetaker:').locator('strong').textContent()) ?? '';
    expect(room.asked[0]).toMatch(new RegExp(`^AI Notetaker for .+ · ${words} \\(recording\\)$`));
    problems.push(...(await problemsOf(page, 'notetaker in the lobby', [1280, 320])));
    await page.setViewportSize({ width: 1280, height: 900 });
    room.admit();
    await seen(page, 'It records.');
    expect(room.said[0]).toMatch(new RegExp(`^The sound of this meeting is recorded from now on.+“${words}”`));
    problems.push(...(await problemsOf(page, 'notetaker in the call')));
    room.show('ended');
    await seen(page, /^The meeting was ended by its host\./);
    await page.getByText('Completed', { exact: true }).first().waitFor();
    problems.push(...(await problemsOf(page, 'notetaker done')));
    expect(problems).toEqual([]);
  });
});

it('a notetaker that is refused says so and can be sent again; one that waits can be called back', async () => {
  await visit(async (page) => {
    const refusing = Object.assign(meetings.room('/bbb-bbbb-bbb'), { answer: 'denied' as const });
    await signIn(page, 'Demo therapist');
    await sendTo(page, '/bbb-bbbb-bbb');
    await seen(page, 'Somebody in the meeting refused the notetaker.');
    expect(refusing.asked).toHaveLength(1);
    expect(await problemsOf(page, 'notetaker refused')).toEqual([]);
    await page.getByRole('tab', { name: 'Setup Meeting' }).click();
    Object.assign(refusing, { answer: 'lobby', view: 'prejoin' });
    await page.getByRole('button', { name: 'Send the notetaker' }).click();
    await seen(page, 'The notetaker waits to be let in.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await seen(page, /^You cancelled before anything was recorded\./);
    await until(() => refusing.left > 0);
  });
});

it('what is said in the meeting is shown line by line while the notetaker records it, and stands in the transcript behind it', async () => {
  await visit(async (page) => {
    const room = Object.assign(meetings.room('/ccc-cccc-ccc'), { answer: 'call' as const });
    await signIn(page, 'Demo therapist');
    await sendTo(page, '/ccc-cccc-ccc');
    await seen(page, 'It records.');
    const notes = page.getByRole('region', { name: 'Real-time notes' });
    await notes.getByText(/^Lines appear about half a minute after they are said/).waitFor();
    await notes.getByText('I slept better, and I went for a walk.').first().waitFor({ timeout: 90_000 });
    // The notetaker is there still, and records.
    await page.getByText('It records.').waitFor();
    expect(room.left).toBe(0);
    expect(await problemsOf(page, 'notetaker, real-time notes', [1280, 320])).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    const lines = await notes.getByRole('log').locator('p').count();
    room.show('ended');
    await seen(page, /^The meeting was ended by its host\./);
    await page.getByRole('button', { name: 'See the results' }).click();
    await page.getByRole('button', { name: 'Transcript and notes' }).click();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByRole('button', { name: 'Accept the transcript' }).waitFor();
    expect(await transcript.getByRole('listitem').count()).toBeGreaterThanOrEqual(lines);
  });
});
