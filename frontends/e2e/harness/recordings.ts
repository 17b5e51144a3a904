import { Page } from 'playwright-core';
import { seen } from './people';

/** As far as both consents, clicked on the therapist's screen for somebody who is not among the clients. */
export async function agreeToRecord(page: Page, route: RegExp): Promise<void> {
  await page.goto('/dashboard?tab=ai-meeting&view=setup');
  await page.getByRole('radio', { name: route }).check();
  await page.getByRole('button', { name: 'Request Consent' }).click();
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('button', { name: 'My client agrees', exact: true }).click();
  await seen(page, 'Both consents are complete');
}

/** Seconds that the server has stored, as the screen says. */
export async function recorded(page: Page): Promise<number> {
  const [minutes, seconds] = (await page.locator('dt:has-text("Recorded") + dd').first().innerText()).split(':').map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** Waits until the server has stored more than this. */
export async function recordedMoreThan(page: Page, seconds: number): Promise<void> {
  const until = Date.now() + 40_000;
  while ((await recorded(page)) <= seconds && Date.now() < until) await page.waitForTimeout(200);
  expect(await recorded(page)).toBeGreaterThan(seconds);
}

/** A tone as a WAV file: 16 bit, mono. */
export function tone(seconds: number, rate = 44_100): Buffer {
  const file = Buffer.alloc(44 + seconds * rate * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(file.length - 44, 40);
  for (let frame = 0; frame < seconds * rate; frame += 1) file.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * frame) / rate)), 44 + frame * 2);
  return file;
}
