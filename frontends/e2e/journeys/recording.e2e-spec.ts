import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { signInWithCode } from '../harness/codes';
import { isFor, seen, signIn } from '../harness/people';
import { agreeToRecord, recorded, recordedMoreThan, tone } from '../harness/recordings';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'nadia.oeztuerk@clients.example';
const PHONE = { width: 320, height: 740 };
const WIDTHS = [1280, 320];

/** On the therapist's screen, as far as the question to both. */
async function ask(page: Page, problems: string[]): Promise<void> {
  await signIn(page, 'Demo therapist');
  await page.goto('/dashboard?tab=ai-meeting');
  await page.getByRole('region', { name: 'What works here' }).getByText('Upload an audio file').waitFor();
  await page.getByRole('switch', { name: 'Ask clients for their own click', checked: true }).waitFor();
  problems.push(...(await problemsOf(page, 'recording overview', WIDTHS)));
  for (const tab of ['Monitor Session', 'Results']) {
    await page.getByRole('tab', { name: tab }).click();
    problems.push(...(await problemsOf(page, `recording ${tab}`, WIDTHS)));
  }
  await page.getByRole('tab', { name: 'Setup Meeting' }).click();
  const request = page.getByRole('button', { name: 'Request Consent' });
  const bot = page.getByRole('radio', { name: /^A notetaker joins the meeting/ });
  // What is not set up is said here, before anybody is asked.
  expect(await bot.isDisabled()).toBe(true);
  await page.getByText('No notetaker that joins meetings is set up in this installation.').waitFor();
  await page.getByLabel('Duration in minutes').fill('5');
  await request.click();
  await seen(page, 'Please enter a whole number from 15 to 300');
  problems.push(...(await problemsOf(page, 'recording setup, failing', WIDTHS)));
  await page.getByLabel('Duration in minutes').fill('50');
  await page.getByRole('button', { name: 'Choose a client' }).click();
  await page.getByLabel('Find a client').fill('nadia');
  await page.getByRole('button', { name: new RegExp(CLIENT) }).click();
  problems.push(...(await problemsOf(page, 'recording setup', WIDTHS)));
  await request.click();
  await seen(page, 'Waiting for both consents');
}

describe('consent to a recording', () => {
  it('is asked for, given on a phone, and taken back in the portal; the therapist sees each of it', async () => {
    await visit(async (desk) => {
      const problems: string[] = [];
      await ask(desk, problems);
      await seen(desk, /Their own click is needed/);
      problems.push(...(await problemsOf(desk, 'recording consent, asked', WIDTHS)));
      await desk.getByRole('button', { name: 'I agree' }).click();
      await seen(desk, 'You have agreed.');
      await desk.getByRole('button', { name: 'My client agrees', exact: true }).click();
      await seen(desk, 'Agreed: recorded by you on behalf of your client.');
      // The therapist's click for the client is not the client's own.
      await seen(desk, 'Waiting for both consents');

      const mail = await product.stack.mail(CLIENT, ({ text }) => text.includes('/consent#'));
      expect(isFor(CLIENT)(mail)).toBe(true);
      expect(mail.text).not.toContain('meet.google.com');
      const link = /\/consent#[\w.-]+/.exec(mail.text)?.[0] ?? '';
      await visit(async (phone) => {
        await phone.setViewportSize(PHONE);
        await phone.goto(link);
        await phone.getByRole('heading', { level: 1, name: 'Is it right that you agree?' }).waitFor();
        await phone.waitForURL((url) => url.hash === '');
        problems.push(...(await problemsOf(phone, 'consent page, asked', WIDTHS)));
        await phone.setViewportSize(PHONE);
        await phone.getByRole('button', { name: 'I agree' }).focus();
        await phone.keyboard.press('Enter');
        await phone.getByRole('heading', { level: 1, name: 'Thank you, you have agreed' }).waitFor();
        problems.push(...(await problemsOf(phone, 'consent page, agreed', WIDTHS)));
        await phone.reload();
        await phone.getByRole('heading', { level: 1, name: 'Thank you, you have agreed' }).waitFor();
        expect(phone.url()).not.toContain('#');
      });
      await seen(desk, 'Your client has agreed themselves.');
      await seen(desk, 'Both consents are complete');
      problems.push(...(await problemsOf(desk, 'recording consent, complete', WIDTHS)));
      await desk.reload();
      await seen(desk, 'Both consents are complete');

      await visit(async (portal) => {
        await signInWithCode(portal, product.stack, CLIENT);
        const card = portal.getByRole('region', { name: 'Recording' });
        await card.getByRole('heading', { name: 'Thank you, you have agreed' }).waitFor();
        problems.push(...(await problemsOf(portal, 'portal recording', WIDTHS)));
        await card.getByRole('button', { name: 'Withdraw' }).click();
        problems.push(...(await problemsOf(portal, 'portal recording, question', WIDTHS)));
        await portal.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
        await card.getByRole('heading', { name: 'This consent was withdrawn' }).waitFor();
        await card.getByText(/^Client agreed \(recorded by the therapist on behalf of the client\), on the therapist’s screen/).waitFor();
        await card.getByText(/^Client withdrew, in the portal/).waitFor();
        problems.push(...(await problemsOf(portal, 'portal recording, withdrawn', WIDTHS)));
      });
      await seen(desk, /^Your client has withdrawn it\./);
      await seen(desk, /^Client withdrew, in the portal/);
      problems.push(...(await problemsOf(desk, 'recording consent, withdrawn', WIDTHS)));

      await visit(async (phone) => {
        await phone.goto(link);
        await phone.getByRole('heading', { level: 1, name: 'This consent was withdrawn' }).waitFor();
        problems.push(...(await problemsOf(phone, 'consent page, withdrawn', WIDTHS)));
        await phone.goto('/consent#of-nobody');
        await phone.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
        problems.push(...(await problemsOf(phone, 'consent page, invalid', WIDTHS)));
      });
      await desk.getByRole('button', { name: 'Start over' }).click();
      await desk.getByRole('button', { name: 'Request Consent' }).waitFor();
      expect(problems).toEqual([]);
    });
  });
});

describe('a recording', () => {
  it('of this phone outlives a lost connection and a reload, and says so on other tabs', async () => {
    await visit(
      async (page, context) => {
        const problems: string[] = [];
        page.on('dialog', (dialog) => void dialog.accept());
        await context.grantPermissions(['microphone']);
        await signIn(page, 'Demo therapist');
        await agreeToRecord(page, /^On this device/);
        problems.push(...(await problemsOf(page, 'recording start', WIDTHS)));
        await page.setViewportSize(PHONE);
        await page.getByRole('button', { name: 'Start recording' }).click();
        const here = page.getByRole('region', { name: 'This device records' });
        await here.getByText('Recording', { exact: true }).waitFor();
        await recordedMoreThan(page, 3);
        expect(Number(await here.getByRole('meter').getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(0);
        problems.push(...(await problemsOf(page, 'recording monitor', WIDTHS)));
        await page.setViewportSize(PHONE);

        await context.setOffline(true);
        await here.getByText(/^No connection\. The sound is kept on this device/).waitFor();
        problems.push(...(await problemsOf(page, 'recording without connection', WIDTHS)));
        await page.setViewportSize(PHONE);
        const before = await recorded(page);
        await context.setOffline(false);
        await here.getByText(/^No connection/).waitFor({ state: 'detached' });
        await recordedMoreThan(page, before + 2);

        await page.reload();
        await here.getByText('Interrupted: nothing is recorded').waitFor();
        problems.push(...(await problemsOf(page, 'recording interrupted', WIDTHS)));
        await page.setViewportSize(PHONE);
        const kept = await recorded(page);
        await here.getByRole('button', { name: 'Go on recording' }).click();
        await here.getByText('Recording', { exact: true }).waitFor();
        await recordedMoreThan(page, kept + 2);
        await here.getByRole('button', { name: 'Pause' }).click();
        await here.getByText('Paused: nothing is recorded').waitFor();

        await page.setViewportSize({ width: 1280, height: 900 });
        await page.getByRole('tab', { name: 'Services' }).click();
        await page.getByText('The recording is paused').waitFor();
        problems.push(...(await problemsOf(page, 'recording elsewhere', WIDTHS)));
        await page.getByRole('link', { name: 'Open the recording' }).click();
        await here.getByRole('button', { name: 'Complete Session Early' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Complete Session Early' }).click();
        await seen(page, 'The session is completed');
        expect(await recorded(page)).toBeGreaterThan(kept + 2);
        problems.push(...(await problemsOf(page, 'recording result', WIDTHS)));
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.getByRole('button', { name: 'All recorded sessions' }).click();
        await page.getByRole('region', { name: 'Recorded sessions' }).getByText(/^On this device/).waitFor();
        problems.push(...(await problemsOf(page, 'recorded sessions', WIDTHS)));
        expect(problems).toEqual([]);
      },
      { width: PHONE.width },
    );
  });

  it('that something else takes the microphone from is interrupted on both screens at once or soon, goes on by itself, and lists what is missing', async () => {
    await visit(async (page, context) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await context.grantPermissions(['microphone']);
      await page.addInitScript(() => {
        const contexts: AudioContext[] = [];
        globalThis.AudioContext = class extends AudioContext {
          constructor(options?: AudioContextOptions) {
            super(options);
            contexts.push(this);
          }
        };
        // As a telephone call does, and its end.
        Object.assign(globalThis, { call: (how: 'suspend' | 'resume') => contexts.at(-1)?.[how]() });
      });
      const call = (how: string): Promise<void> => page.evaluate((word) => (globalThis as unknown as { call(how: string): Promise<void> }).call(word), how);
      await signIn(page, 'Demo therapist');
      await agreeToRecord(page, /^On this device/);
      await page.getByRole('button', { name: 'Start recording' }).click();
      const here = page.getByRole('region', { name: 'This device records' });
      await here.getByText('Recording', { exact: true }).waitFor();
      await recordedMoreThan(page, 1);
      const desk = await context.newPage();
      await desk.goto('/dashboard?tab=ai-meeting&view=monitor');
      await desk.getByText('It records.').waitFor();
      await call('suspend');
      await here.getByText('Interrupted: nothing is recorded').waitFor();
      await here.getByText(/^Something else has the microphone/).waitFor();
      expect(await problemsOf(page, 'recording, microphone taken', WIDTHS)).toEqual([]);
      await desk.getByText(/^Interrupted: no sound comes just now/).waitFor();
      await desk.getByRole('heading', { name: 'Not recording now' }).waitFor();
      const before = await recorded(page);
      // What stood still is there after the browser has tidied up.
      await (await context.newCDPSession(page)).send('HeapProfiler.collectGarbage');
      await call('resume');
      await here.getByText('Recording', { exact: true }).waitFor();
      await recordedMoreThan(page, before + 1);
      expect(await page.locator('dt:has-text("Missing") + dd').innerText()).toMatch(/^\d+ s after 0:\d\d$/);
      await desk.getByText('It records.').waitFor();
      await desk.close();
      await here.getByRole('button', { name: 'Complete Session Early' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Complete Session Early' }).click();
      await seen(page, 'The session is completed');
      expect(await page.locator('dt:has-text("Missing") + dd').innerText()).toMatch(/^\d+ s after 0:\d\d$/);
    });
  });

  it('ends with the sign-out, and waits, with nothing beside it that opens it, for whoever recorded it', async () => {
    await visit(async (page, context) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await context.grantPermissions(['microphone']);
      await page.addInitScript(() => {
        const tracks: MediaStreamTrack[] = [];
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wanted) => {
          const stream = await ask(wanted);
          tracks.push(...stream.getTracks());
          return stream;
        };
        Object.assign(globalThis, { microphones: () => tracks.map(({ readyState }) => readyState) });
      });
      await signIn(page, 'Demo therapist');
      await agreeToRecord(page, /^On this device/);
      await page.getByRole('button', { name: 'Start recording' }).click();
      await page.getByRole('region', { name: 'This device records' }).getByText('Recording', { exact: true }).waitFor();
      await recordedMoreThan(page, 1);
      const microphones = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { microphones(): string[] }).microphones());
      expect(await microphones()).toEqual(['live']);
      const before = await recorded(page);
      await page.route(/\/chunks\//, (route) => route.abort('connectionreset'));
      await page.getByText(/^No connection\. The sound is kept on this device/).waitFor();
      await page.getByRole('button', { name: 'Logout' }).click();
      for (let looks = 0; looks < 100 && (await microphones()).includes('live'); looks += 1) await page.waitForTimeout(100);
      expect(await microphones()).toEqual(['ended']);
      const left = await page.evaluate(async () => {
        const open = indexedDB.open('attune-recording');
        await new Promise((resolve) => (open.onsuccess = resolve));
        const store = open.result.transaction('sound').objectStore('sound');
        const [names, values] = [store.getAllKeys(), store.getAll()];
        await new Promise((resolve) => (values.onsuccess = resolve));
        open.result.close();
        return { kinds: [...new Set(names.result.map((name) => String(name).split('/')[0]))], keys: values.result.filter((value) => value instanceof CryptoKey).length };
      });
      // The sound of a session waits, and nothing that opens it.
      expect(left).toEqual({ kinds: ['chunk', 'open'], keys: 0 });
      await page.unroute(/\/chunks\//);
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=ai-meeting&view=monitor');
      await page.getByText('Interrupted: nothing is recorded').waitFor();
      await recordedMoreThan(page, before);
      await page.getByRole('button', { name: 'Complete Session Early' }).first().click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Complete Session Early' }).click();
      await seen(page, 'The session is completed');
    });
  });

  it('that comes as a file is sent on where the connection cut it off', async () => {
    await visit(async (page) => {
      const problems: string[] = [];
      await signIn(page, 'Demo therapist');
      await agreeToRecord(page, /^From an audio file/);
      const drop = page.getByLabel('Audio file');
      await drop.setInputFiles({ name: 'session.wav', mimeType: 'audio/wav', buffer: Buffer.from('this is no sound, whatever its name says') });
      await page.getByRole('button', { name: 'Send this file' }).click();
      // Where the machine has ffmpeg, other kinds are named too.
      await seen(page, /^This is (?:not a WAV file|no sound that can be read here)\./);
      problems.push(...(await problemsOf(page, 'upload refused', WIDTHS)));
      let cuts = 2;
      const sent: string[] = [];
      await page.route(/\/blocks\/\d+$/, (route) => {
        sent.push(route.request().url().split('/').at(-1) ?? '');
        if (sent.at(-1) !== '2' || cuts === 0) return route.continue();
        cuts -= 1;
        return route.abort('connectionreset');
      });
      // The consent is good for another try.
      await page.getByRole('tab', { name: 'Setup Meeting' }).click();
      await page.getByLabel('Audio file').setInputFiles({ name: 'session.wav', mimeType: 'audio/wav', buffer: tone(40) });
      await page.getByRole('button', { name: 'Send this file' }).click();
      await page.getByText(/^No connection\. What was sent is kept/).waitFor();
      problems.push(...(await problemsOf(page, 'upload cut off', WIDTHS)));
      await page.getByText('Completed', { exact: true }).first().waitFor();
      expect(sent).toEqual(['0', '1', '2', '2', '2', '3']);
      expect(await recorded(page)).toBe(40);
      expect(problems).toEqual([]);
    });
  });
});
