import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { calendarOf, completeEarly, fillDetails, isFor, linkOf, pickFirstTime, pickLaterDay, pickTime, seen, signIn, toast, VISITOR } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

/** Lines, and a word that has nowhere to break. */
const LONG_NOTE = `${VISITOR.notes}\n\n${'Words upon words. '.repeat(20)}\n${'unbroken'.repeat(20)}`;

describe('a therapist opens the practice and a visitor books', () => {
  const slug = `vale-${Date.now().toString(36)}`;
  const visitor = 'soren@visitor.example';

  it('profile, service and hours make a page', async () => {
    await visit(async (page) => {
      await signIn(page, 'New therapist');
      await seen(page, "Let's set up your therapist profile to get started.");
      await picture(page, 'welcome');
      await page.getByRole('link', { name: 'Set Up Profile' }).click();
      await page.getByRole('heading', { level: 1, name: 'Therapist Profile' }).waitFor();
      await page.getByLabel('Display name').fill('Robin Vale');
      await page.getByLabel(/Custom link/).fill(slug.toUpperCase());
      await page.getByLabel('Time zone').selectOption('Europe/London');
      await page.getByRole('button', { name: 'Save Profile' }).click();
      await toast(page, 'Profile created successfully');

      await page.getByRole('button', { name: 'Add New Service' }).click();
      await page.getByLabel('Service name').fill('Evening talk');
      await page.getByRole('button', { name: 'Create Service' }).click();
      await toast(page, 'Service created successfully');
      await page.getByRole('heading', { name: 'Evening talk' }).waitFor();

      await page.getByRole('link', { name: 'Open working hours' }).click();
      await page.getByLabel('Monday: first start').fill('10:00');
      await page.getByRole('button', { name: 'Copy Monday to all weekdays' }).click();
      await page.getByRole('button', { name: 'Save working hours' }).click();
      await toast(page, 'Working hours saved');
      await picture(page, 'working-hours');
    });
  });

  it('a visitor books on the page of that name', async () => {
    await visit(async (page) => {
      await page.goto(`/t/${slug}`);
      await page.getByRole('heading', { level: 1, name: 'Robin Vale' }).waitFor();
      await page.getByRole('button', { name: 'Book Now Evening talk' }).click();
      expect((await pickFirstTime(page)).time).toBe('11:00');
      // Tomorrow at ten may be too soon to be moved.
      await page.getByRole('button', { name: 'Change day or time' }).click();
      await pickLaterDay(page);
      await seen(page, 'Your time, in Paris. Below it the time in London, 1 hour earlier.');
      expect(await pickTime(page)).toBe('11:00');
      await fillDetails(page, visitor);
      await page.getByLabel(/^Notes/).fill(LONG_NOTE);
      await picture(page, 'booking-filled');
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await toast(page, 'Booking confirmed successfully!');
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      await seen(page, `A confirmation email was sent to ${visitor}.`);
      await picture(page, 'booking-confirmed');
      await page.getByRole('button', { name: 'Book Another Session' }).click();
      await page.getByRole('button', { name: 'Book Now Evening talk' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Booking Confirmed!' }).count()).toBe(0);
    });
  });

  it('the mail holds the time, an invitation and the way to change it, and nothing private', async () => {
    const mail = await product.stack.mail(visitor, isFor(visitor));
    expect(mail.text).toContain('Robin Vale');
    expect(mail.text + mail.html + mail.subject).not.toMatch(/Evening talk|rather not use video/);
    expect(calendarOf(mail)).toMatch(/METHOD:REQUEST[\s\S]*BEGIN:VEVENT/);
    expect(linkOf(mail)).toMatch(new RegExp(`^${product.stack.url}/manage#`));

    await visit(async (page) => {
      await page.goto('/dev/mail');
      await page.getByRole('link', { name: new RegExp(visitor) }).first().click();
      await page.getByRole('heading', { level: 1, name: mail.subject }).waitFor();
      const opened = page.waitForEvent('popup');
      await page.frameLocator('iframe').locator('a[href*="/manage#"]').first().click();
      const manage = await opened;
      await manage.getByRole('heading', { level: 1, name: 'Your appointment' }).waitFor();
      await seen(manage, VISITOR.name);
    });
  });

  it('asks whether they booked it themselves: looking says nothing, and whoever else did has a link that can end', async () => {
    const link = linkOf(await product.stack.mail(visitor, isFor(visitor)));
    await visit(async (page) => {
      await page.goto(link);
      const question = page.getByRole('region', { name: 'Did you book this appointment yourself?' });
      await question.getByText('rather not use video').waitFor();
      await question.getByText(VISITOR.phone).waitFor();
      expect(await problemsOf(page, 'who-booked')).toEqual([]);
      const others = question.getByRole('button', { name: 'Somebody else did' });
      await question.getByRole('button', { name: 'I booked this' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const asked = page.getByRole('alertdialog', { name: 'End the link of whoever booked this?' });
      await asked.waitFor();
      expect(await problemsOf(page, 'end-their-link')).toEqual([]);
      await page.keyboard.press('Escape');
      await asked.waitFor({ state: 'hidden' });
      expect(await others.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await asked.getByRole('button', { name: 'End their link' }).click();
      await seen(page, 'The link of whoever booked this has ended.');
      expect(await problemsOf(page, 'link-ended')).toEqual([]);
      const renewed = linkOf(await product.stack.mail(visitor, (mail) => isFor(visitor)(mail) && mail.text.includes('/manage#') && linkOf(mail) !== link));
      // The tab knows what stood there; a tab that is opened anew does not.
      await page.goto(link);
      await page.reload();
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
      await page.goto(renewed);
      await question.getByRole('button', { name: 'I booked this' }).click();
      await seen(page, 'This counts as yours now.');
      expect(await question.count()).toBe(0);
      await page.reload();
      await seen(page, 'You can cancel or move this appointment until 24 hours before it begins.');
      expect(await question.count()).toBe(0);
    });
  });

  it('moves and cancels by the link of the mail', async () => {
    const link = linkOf(await product.stack.mail(visitor, (mail) => isFor(visitor)(mail) && mail.text.includes('Links of earlier mails')));
    await visit(async (page) => {
      await page.goto(link);
      await seen(page, 'You can cancel or move this appointment until 24 hours before it begins.');
      await picture(page, 'manage');
      await page.getByRole('button', { name: 'Move appointment' }).click();
      await pickLaterDay(page);
      await page.getByRole('group', { name: /^Free times on/ }).getByRole('button', { name: '18:30 your time, 17:30 in London' }).click();
      await page.getByRole('button', { name: /^Move to / }).click();
      await toast(page, 'Your appointment was moved.');
      await page.getByRole('heading', { level: 2, name: /, 18:30$/ }).waitFor();
      const moved = await product.stack.mail(visitor, (mail) => isFor(visitor)(mail) && /SEQUENCE:1/.test(calendarOf(mail)));
      expect(linkOf(moved)).toBe(link);

      await page.reload();
      await page.getByRole('button', { name: 'Cancel appointment' }).click();
      const question = page.getByRole('alertdialog', { name: 'Cancel this appointment?' });
      await question.getByRole('button', { name: 'Keep appointment' }).click();
      await question.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Cancel appointment' }).click();
      await question.getByRole('button', { name: 'Cancel appointment' }).click();
      await toast(page, 'Your appointment was cancelled.');
      await seen(page, 'This appointment was cancelled. Nothing else needs to be done.');
      await page.getByRole('link', { name: 'Book another appointment' }).click();
      await page.waitForURL(`**/t/${slug}`);
    });
    const cancelled = await product.stack.mail(visitor, (mail) => /METHOD:CANCEL/.test(calendarOf(mail)));
    expect(calendarOf(cancelled)).toMatch(/SEQUENCE:2/);
  });
});

describe('a booking by the therapist’s id', () => {
  const visitor = 'by-id@visitor.example';

  it('is confirmed, and both sides get mail', async () => {
    await visit(async (page) => {
      await page.goto(`/book/${product.stack.demo.therapist_id}`);
      const submit = page.getByRole('button', { name: 'Book Appointment' });
      expect(await submit.isDisabled()).toBe(true);
      await page.getByRole('radio').first().check();
      const { time } = await pickFirstTime(page);
      await fillDetails(page, visitor);
      await submit.click();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      await seen(page, new RegExp(`^${time} your time, \\d\\d:\\d\\d in New York`));
      await picture(page, 'by-id-confirmed');
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await page.waitForURL((url) => url.pathname === '/');
    });
    const confirmation = await product.stack.mail(visitor, isFor(visitor));
    expect(confirmation.subject).not.toMatch(/therap/i);
    const appointment = /^UID:.+$/m.exec(calendarOf(confirmation))?.[0] ?? 'none';
    await product.stack.mail('amelie@demo.attune.example', (mail) => calendarOf(mail).includes(appointment));
  });

  it('is on the dashboard, completes, is undone and cancelled', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.getByRole('tab', { name: 'Bookings' }).click();
      await page.getByLabel('Search').fill(visitor);
      const row = page.getByRole('listitem').filter({ hasText: visitor });
      await row.getByText(`“${VISITOR.notes}”`).waitFor();
      expect(await row.count()).toBe(1);
      await picture(page, 'dashboard-bookings');
      await completeEarly(page, row);
      await toast(page, 'Appointment marked as completed');
      await row.getByText('completed').waitFor();
      await row.getByRole('button', { name: /^Undo/ }).click();
      await toast(page, 'Appointment is confirmed again');
      await row.getByText('confirmed').waitFor();
      await row.getByRole('button', { name: /^Cancel/ }).click();
      const question = page.getByRole('alertdialog', { name: 'Cancel this appointment? The client will be told.' });
      await question.getByRole('button', { name: 'Cancel appointment' }).click();
      await row.getByText('cancelled').waitFor();
    });
    await product.stack.mail(visitor, (mail) => isFor(visitor)(mail) && /METHOD:CANCEL/.test(calendarOf(mail)));
  });
});
