import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { calendarOf, fillDetails, isFor, linkOf, pickFirstTime, pickLaterDay, pickTime, seen, signIn, toast } from '../harness/people';
import { signInWithCode } from '../harness/codes';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const EMAIL = 'nils@visitor.example';
const ADDRESS = '12 Willow Lane, 2nd floor';
const AWAY = 'I am away until the end of May.';

/** With one finger, from one handle to the other. */
async function dragByTouch(page: Page, from: string, to: string): Promise<void> {
  const tool = await page.context().newCDPSession(page);
  await tool.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const [start, end] = await Promise.all([from, to].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()));
  const x = start!.x + 8;
  await tool.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: start!.y + 8 }] });
  for (let step = 1; step <= 8; step += 1) {
    await tool.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: start!.y + 8 + ((end!.y - start!.y) * step) / 8 }] });
  }
  await tool.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await tool.send('Emulation.setTouchEmulationEnabled', { enabled: false });
}

describe('a practice that can be found and reached', () => {
  it('asks where, and tells it on the confirmation and behind the link of the mail', async () => {
    const problems: string[] = [];
    await visit(async (page) => {
      await page.goto('/demo');
      await seen(page, ADDRESS);
      expect(await page.getByText('Between sessions').count()).toBe(0);
      await page.getByRole('button', { name: 'Book Now Individual session' }).click();
      await pickFirstTime(page);
      await page.getByRole('button', { name: 'Change day or time' }).click();
      await pickLaterDay(page);
      await pickTime(page);
      await fillDetails(page, EMAIL);
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await toast(page, 'Please choose: online or in person?');
      problems.push(...(await problemsOf(page, 'place is missing', [1280])));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('radio', { name: /^In person/ }).check();
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      await seen(page, ADDRESS);
      problems.push(...(await problemsOf(page, 'confirmed with a place')));
    });
    const mail = await product.stack.mail(EMAIL, isFor(EMAIL));
    // An address that anybody could have given gets no words of a therapist's by mail: they stand on the appointment's own page.
    expect(mail.text).toContain('Where: In person, you find the address on the page of this appointment');
    expect(mail.text + mail.html + calendarOf(mail)).not.toContain('Willow Lane');
    await visit(async (page) => {
      await page.goto(linkOf(mail));
      await seen(page, ADDRESS);
      problems.push(...(await problemsOf(page, 'manage with a place')));
    });
    expect(problems).toEqual([]);
  });

  it('puts services in order, pauses bookings and opens them again', async () => {
    const problems: string[] = [];
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.getByRole('tab', { name: 'Services' }).click();
      await page.getByRole('button', { name: 'Move Check-in up' }).click();
      await page.waitForFunction(() => document.querySelectorAll('h3')[2]?.textContent === 'Check-in');
      await dragByTouch(page, 'Drag Check-in', 'Drag Individual session');
      await page.waitForFunction(() => document.querySelectorAll('h3')[1]?.textContent === 'Check-in');
      problems.push(...(await problemsOf(page, 'services in order')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Edit Individual session' }).click();
      await page.getByRole('dialog', { name: 'Edit service' }).waitFor();
      problems.push(...(await problemsOf(page, 'service with places')));
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();

      await page.goto('/profile');
      await page.getByLabel(/Custom link/).fill('admin');
      await seen(page, 'This link is reserved. Please choose another.');
      await page.getByLabel(/Custom link/).fill('demo');
      await page.getByLabel(/Sentence for visitors/).fill(AWAY);
      await page.getByRole('button', { name: 'Pause bookings' }).click();
      await toast(page, 'Bookings are paused. Visitors read your sentence instead.');
      problems.push(...(await problemsOf(page, 'profile while paused')));

      await page.goto('/demo');
      await page.getByRole('heading', { name: 'No new bookings at the moment' }).waitFor();
      await seen(page, AWAY);
      expect(await page.getByRole('button', { name: /^Book Now/ }).count()).toBe(0);
      problems.push(...(await problemsOf(page, 'public page while paused')));

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto('/dashboard');
      await seen(page, 'Bookings are paused');
      problems.push(...(await problemsOf(page, 'overview while paused')));
      await page.getByRole('button', { name: 'Open bookings again' }).click();
      await toast(page, 'Bookings are open again');
      await page.goto('/demo');
      await page.getByRole('button', { name: /^Book Now/ }).nth(1).waitFor();
      const names = await page.getByRole('heading', { level: 3 }).allTextContents();
      expect(names).toEqual(['First conversation', 'Check-in', 'Individual session', 'EMDR, extended']);
    });
    expect(problems).toEqual([]);
  });

  it('uploads a picture that is dropped, and says how far it is', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/profile');
      const picture = await page.evaluateHandle(async () => {
        const canvas = new OffscreenCanvas(300, 300);
        canvas.getContext('2d')?.fillRect(0, 0, 300, 300);
        const transfer = new DataTransfer();
        transfer.items.add(new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' }));
        return transfer;
      });
      const saved = await page.getByRole('group', { name: 'Profile image' }).locator('img').getAttribute('src');
      await page.getByRole('group', { name: 'Profile image' }).dispatchEvent('drop', { dataTransfer: picture });
      await toast(page, 'Profile image uploaded successfully!');
      expect(await page.getByRole('group', { name: 'Profile image' }).locator('img').getAttribute('src')).not.toBe(saved);
      await page.getByRole('button', { name: 'Back to the saved image' }).click();
      expect(await page.getByRole('group', { name: 'Profile image' }).locator('img').getAttribute('src')).toBe(saved);
    });
  });

  it('lets its clients book what only they may, and put it into a calendar', async () => {
    const problems: string[] = [];
    await visit(async (page) => {
      await signInWithCode(page, product.stack, 'nadia.oeztuerk@clients.example', { used: [] });
      await page.getByRole('button', { name: 'Book another session' }).click();
      const dialog = page.getByRole('dialog', { name: 'Book another session' });
      await dialog.getByLabel('Service').selectOption({ label: 'Between sessions · 20 min · Free' });
      await pickFirstTime(page);
      problems.push(...(await problemsOf(page, 'book another session')));
      await dialog.getByRole('button', { name: /^Book / }).click();
      await toast(page, 'Booking confirmed successfully!');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('tab', { name: 'Appointments' }).click();
      await seen(page, 'By telephone: your therapist calls you');
      const file = page.waitForEvent('download');
      await page.getByRole('link', { name: /^Add to calendar: Between sessions/ }).click();
      expect((await file).suggestedFilename()).toBe('appointment.ics');
      problems.push(...(await problemsOf(page, 'appointments with places')));
    });
    expect(problems).toEqual([]);
  });
});
