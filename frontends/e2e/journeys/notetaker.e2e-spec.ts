import { Page } from 'playwright-core';
import { MeetingStandIn } from '../../../docker/local/src/meetings/meeting-stand-in';
import { problemsOf } from '../harness/axe';
import { seen, signIn } from '../harness/people';
import { startProduct } from '../harness/product';

const env: Record<string, string> = {};
let meetings: MeetingStandIn;

beforeAll(async () => {
  meetings = await MeetingStandIn.open();
  Object.assign(env, { MEETING_BOT_CHROMIUM: process.env['CHROMIUM_PATH'] ?? '', MEETING_BOT_SANDBOX: 'false', MEETING_BOT_TEST_ORIGIN: meetings.origin });
});
const { visit } = startProduct({ env });
afterAll(() => meetings.close());

/** As far as a notetaker that is sent, with both consents clicked on the therapist's screen. */
async function sendTo(page: Page, path: string): Promise<void> {
  await page.goto('/dashboard?tab=ai-meeting&view=setup');
  await page.getByRole('radio', { name: /^A notetaker joins the meeting/ }).check();
  await page.getByLabel('Meeting URL').fill(meetings.origin + path);
  await page.getByRole('button', { name: 'Request Consent' }).click();
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('button', { name: 'My client agrees', exact: true }).click();
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
    expect(room.asked[0]).toMatch(/^AI Notetaker for .+ \(recording\)$/);
    problems.push(...(await problemsOf(page, 'notetaker in the lobby')));
    room.admit();
    await seen(page, 'It records.');
    expect(room.said[0]).toMatch(/^The sound of this meeting is recorded from now on/);
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
