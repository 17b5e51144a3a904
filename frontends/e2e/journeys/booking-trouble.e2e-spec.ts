import { Page, Route } from 'playwright-core';
import { picture } from '../harness/browser';
import { expectDetails, fillDetails, isFor, linkOf, pickFirstTime, pickTime, seen, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const confirm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm Booking' }).click();
const failed = 'Failed to create booking. Please try again.';

/** The demo therapist's page with the form of the first service open. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/demo');
  await page.getByRole('button', { name: /^Book Now/ }).first().click();
}

/** How many times the page has sent a booking. */
function countBookings(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/bookings') sent += 1;
  });
  return () => sent;
}

describe('a form that is not complete', () => {
  it('names what is missing, one after the other', async () => {
    await visit(async (page) => {
      await openForm(page);
      const missing = async (text: string): Promise<void> => {
        await confirm(page);
        await toast(page, text);
      };
      await missing('Please select a date');
      await page.getByRole('grid').getByRole('button', { disabled: false }).first().click();
      await missing('Please select a time');
      await pickTime(page);
      await missing('Please enter your name');
      expect(await page.getByLabel('Full name').evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type('   ');
      await missing('Please enter your name');
      await page.getByLabel('Full name').fill('Ana');
      await missing('Please enter your email');
      await page.getByLabel('Email').fill('ana@nowhere');
      await missing('Please enter a valid email address');
      expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await page.getByLabel('Full name').inputValue()).toBe('Ana');
      await picture(page, 'booking-invalid');
    });
  });

  it('asks for a service first of all', async () => {
    await visit(async (page) => {
      await page.goto(`/book/${product.stack.demo.therapist_id}`);
      await page.getByRole('heading', { name: 'No service selected' }).waitFor();
      // The button is disabled until then; only a program could send the form.
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
      await toast(page, 'Please select a service');
    });
  });
});

describe('a booking that meets trouble', () => {
  it('keeps everything typed when the time is taken meanwhile', async () => {
    const visitor = 'late@visitor.example';
    await visit(async (page) => {
      await openForm(page);
      const { time } = await pickFirstTime(page);
      await fillDetails(page, visitor);
      // Somebody else is faster: the same time goes to them first.
      const faster = async (route: Route): Promise<void> => {
        const body = { ...(route.request().postDataJSON() as object), client_email: 'faster@visitor.example' };
        const headers = { 'content-type': 'application/json' };
        expect((await fetch(`${product.stack.url}/api/bookings`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201);
        await route.continue();
      };
      await page.route('**/api/bookings', faster, { times: 1 });
      const sent = countBookings(page);
      await confirm(page);
      await toast(page, failed);
      await seen(page, 'This time is no longer available. Please choose another.');
      await expectDetails(page, visitor);
      await page.getByRole('button', { name: new RegExp(`^${time}`) }).waitFor({ state: 'hidden' });
      await picture(page, 'booking-taken');
      expect(sent()).toBe(1);
      await pickTime(page);
      await confirm(page);
      await toast(page, 'Booking confirmed successfully!');
    });
  });

  it('is made once by a double click', async () => {
    const visitor = 'twice@visitor.example';
    await visit(async (page) => {
      await openForm(page);
      await pickFirstTime(page);
      await fillDetails(page, visitor);
      const sent = countBookings(page);
      await page.getByRole('button', { name: 'Confirm Booking' }).dblclick();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      expect(sent()).toBe(1);
    });
    await product.stack.mail(visitor, isFor(visitor));
    expect(await product.stack.mails(visitor)).toHaveLength(1);
  });

  it('says in plain words that the server is away, loses nothing, and succeeds once it is back', async () => {
    const visitor = 'patient@visitor.example';
    await visit(async (page) => {
      await openForm(page);
      await pickFirstTime(page);
      await fillDetails(page, visitor);
      await product.stack.kill('api');
      await confirm(page);
      await toast(page, failed);
      const panel = page.getByRole('alert').filter({ hasText: 'Not booked yet' });
      await panel.waitFor();
      expect(await panel.textContent()).not.toMatch(/\b50\d\b|fetch|ECONN|undefined|stack/i);
      await expectDetails(page, visitor);
      await picture(page, 'booking-server-away');
      await page.waitForResponse((response) => response.url().endsWith('/api/health/ready') && response.ok());
      await expectDetails(page, visitor);
      await confirm(page);
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
    });
    expect(linkOf(await product.stack.mail(visitor, isFor(visitor)))).not.toBe('');
  });
});

describe('what is not there', () => {
  it('therapists', async () => {
    await visit(async (page) => {
      for (const path of ['/t/nobody-by-this-name', '/nobody-by-this-name']) {
        expect((await page.goto(path))?.status()).toBe(404);
        await page.getByRole('heading', { level: 1, name: 'Therapist Not Found' }).waitFor();
        await seen(page, "The therapist page you're looking for doesn't exist or is no longer available.");
      }
      await page.goto('/book/0192d3a4-0000-7000-8000-000000000000');
      await page.getByRole('heading', { level: 1, name: 'Therapist Not Found' }).waitFor();
      await toast(page, 'Therapist not found');
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await page.waitForURL((url) => url.pathname === '/');
    });
  });

  it('appointments and pages', async () => {
    await visit(async (page) => {
      for (const path of ['/manage#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '/manage']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
      }
      await page.goto('/no/such/page');
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    });
  });
});
