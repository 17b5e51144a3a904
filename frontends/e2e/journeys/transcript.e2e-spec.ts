import { problemsOf } from '../harness/axe';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';
import { agreeToRecord, recordedMoreThan, tone } from '../harness/recordings';
import { SpeechStandIn } from '../harness/speech';

const SAID = [
  'How was your week since we spoke last?',
  'I slept better this week, and I went for a walk on Tuesday.',
  'Sometimes I think that I do not want to be here anymore.',
  'Please keep a thought record until next Thursday.',
  `I slept ${'zzz'.repeat(60)} and went for a walk.`,
];
const env: Record<string, string> = {};
let speech: SpeechStandIn;

beforeAll(async () => {
  speech = await SpeechStandIn.open(SAID);
  Object.assign(env, speech.environment);
});
const { visit } = startProduct({ env });
afterAll(() => speech.close());

it('what was said is corrected beside its sound, leads to each sentence of the notes, and becomes a session note', async () => {
  await visit(async (page) => {
    const problems: string[] = [];
    await signIn(page, 'Demo therapist');
    await agreeToRecord(page, /^From an audio file/);
    await page.getByLabel('Audio file').setInputFiles({ name: 'session.wav', mimeType: 'audio/wav', buffer: tone(20, 16_000) });
    await page.getByRole('button', { name: 'Send this file' }).click();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'See the results' }).click();
    await page.getByRole('button', { name: 'Transcript and notes' }).click();

    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText(SAID[1] ?? '').waitFor();
    const notes = page.getByRole('region', { name: 'Notes of this session' });
    const cue = notes.getByRole('button', { name: /do not want to be here anymore/ }).first();
    await cue.waitFor({ timeout: 60_000 });
    problems.push(...(await problemsOf(page, 'transcript and notes')));
    await cue.click();
    expect(await cue.getAttribute('aria-pressed')).toBe('true');
    expect(await transcript.locator('[data-shown="true"]').innerText()).toContain(SAID[2]);

    await page.getByRole('button', { name: 'Play from 0:04' }).click();
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 4);
    await page.evaluate(() => document.querySelector('audio')?.pause());

    await transcript.getByRole('button', { name: 'Correct the line at 0:04' }).click();
    await page.getByLabel('What was said').fill('I slept better this week, and I went for a swim on Tuesday.');
    problems.push(...(await problemsOf(page, 'transcript corrected')));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await transcript.getByText('and I went for a swim on Tuesday').waitFor();
    await transcript.getByText(/Heard was:/).waitFor();
    await notes.getByText('A line was corrected after these notes were made.').waitFor();
    await notes.getByRole('button', { name: 'Make them again' }).click();
    await notes.getByText('A line was corrected after these notes were made.').waitFor({ state: 'detached' });

    await transcript.getByRole('button', { name: 'Accept the transcript' }).click();
    problems.push(...(await problemsOf(page, 'transcript accept')));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept the transcript' }).click();
    await toast(page, 'The transcript is accepted, and the sound is destroyed');
    await page.getByLabel('Sound of the session').waitFor({ state: 'detached' });

    await notes.getByRole('button', { name: 'Make a session note' }).click();
    await notes.getByRole('link', { name: 'Open the session note' }).click();
    await seen(page, /Draft made by/);
    problems.push(...(await problemsOf(page, 'note of a recording')));
    expect(problems).toEqual([]);
  });
});

it('what is said is shown while it is recorded, or that it comes later, and the transcript goes on behind it', async () => {
  await visit(async (page, context) => {
    const problems: string[] = [];
    page.on('dialog', (dialog) => void dialog.accept());
    await context.grantPermissions(['microphone']);
    await signIn(page, 'Demo therapist');
    await agreeToRecord(page, /^On this device/);
    speech.isBusy = true;
    await page.getByRole('button', { name: 'Start recording' }).click();
    const notes = page.getByRole('region', { name: 'Real-time notes' });
    await notes.getByText(/^Lines appear about half a minute after they are said/).waitFor();
    await recordedMoreThan(page, 1);
    problems.push(...(await problemsOf(page, 'real-time notes, empty', [1280, 320])));
    await notes.getByText(/^Lines come later\. The recording goes on/).waitFor({ timeout: 60_000 });
    problems.push(...(await problemsOf(page, 'real-time notes, failing', [1280, 320])));
    speech.isBusy = false;
    await notes.getByText(SAID[0] ?? '').first().waitFor({ timeout: 60_000 });
    await notes.getByText(/^Lines come later/).waitFor({ state: 'detached' });
    problems.push(...(await problemsOf(page, 'real-time notes', [1280, 320])));
    await page.setViewportSize({ width: 1280, height: 900 });
    const lines = await notes.getByRole('log').locator('p').count();
    await page.getByRole('button', { name: 'Complete Session Early' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Complete Session Early' }).click();
    await seen(page, 'The session is completed');
    await page.getByRole('button', { name: 'Transcript and notes' }).click();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByRole('button', { name: 'Accept the transcript' }).waitFor();
    expect(await transcript.getByRole('listitem').count()).toBeGreaterThanOrEqual(lines);
    expect(problems).toEqual([]);
  });
});
