import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { mailedCode, signInAdministrator } from '../harness/codes';
import { fillDetails, isFor, linkOf, pickFirstTime, pickTimeOfNextMonth, seen, signIn } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const NARROW = [768, 320];

/** Opens one address after the other and looks at each once its main heading is there. */
async function problemsAt(page: Page, addresses: Record<string, string>): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, address] of Object.entries(addresses)) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    problems.push(...(await problemsOf(page, name)));
  }
  return problems;
}

describe('nothing stands in anybody’s way', () => {
  it('on the pages around the practice', async () => {
    await visit(async (page) => {
      const problems = await problemsAt(page, {
        pricing: '/pricing',
        'not found': '/no/such/page',
        'therapist not found': '/t/nobody-by-this-name',
        'link does not work': '/manage',
        'client login': '/client/login',
        'admin login': '/admin/login',
        components: '/ui',
        landing: '/',
      });
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'View Demo' }).click();
      await page.getByRole('dialog', { name: 'Interactive demo' }).waitFor();
      problems.push(...(await problemsOf(page, 'demo window')));
      expect(problems).toEqual([]);
    });
  });

  it('while booking on a wide screen', async () => {
    await visit(async (page) => {
      const problems = await problemsAt(page, { 'therapist page': '/demo' });
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: /^Book Now/ }).first().click();
      await pickFirstTime(page);
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await seen(page, 'Please enter your name');
      problems.push(...(await problemsOf(page, 'booking panel with a missing name', [1280])));
      await fillDetails(page, 'wide@visitor.example');
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      problems.push(...(await problemsOf(page, 'booking confirmed')));
      expect(problems).toEqual([]);
    });
  });

  it('while booking on a phone', async () => {
    await visit(
      async (page) => {
        await page.goto('/demo');
        await page.getByRole('button', { name: /^Book Now/ }).nth(1).click();
        await page.getByRole('dialog').waitFor();
        const problems = await problemsOf(page, 'booking sheet', NARROW);
        await pickFirstTime(page);
        problems.push(...(await problemsOf(page, 'booking sheet with a time', NARROW)));
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Continue' }).waitFor();
        problems.push(...(await problemsOf(page, 'booking sheet put aside', NARROW)));
        expect(problems).toEqual([]);
      },
      { width: 320 },
    );
  });

  it('while booking by id and changing the appointment', async () => {
    const visitor = 'access@visitor.example';
    await visit(async (page) => {
      const problems = await problemsAt(page, { 'by id': `/book/${product.stack.demo.therapist_id}` });
      await page.getByRole('radio').first().check();
      await pickTimeOfNextMonth(page);
      await fillDetails(page, visitor);
      problems.push(...(await problemsOf(page, 'by id, filled in')));
      await page.getByRole('button', { name: 'Book Appointment' }).click();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();

      const link = linkOf(await product.stack.mail(visitor, isFor(visitor)));
      problems.push(...(await problemsAt(page, { manage: link })));
      await page.getByRole('button', { name: 'Move appointment' }).click();
      await pickFirstTime(page);
      problems.push(...(await problemsOf(page, 'manage, moving')));
      await page.getByRole('button', { name: 'Keep the current time' }).click();
      await page.getByRole('button', { name: 'Cancel appointment' }).click();
      await page.getByRole('alertdialog').waitFor();
      problems.push(...(await problemsOf(page, 'manage, cancelling')));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel appointment' }).click();
      await seen(page, 'This appointment was cancelled. Nothing else needs to be done.');
      problems.push(...(await problemsOf(page, 'manage, cancelled')));
      expect(problems).toEqual([]);
    });
  });

  it('on the therapist’s pages', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      const problems = await problemsAt(page, {
        overview: '/dashboard',
        'notes tab': '/dashboard?tab=notes',
        'ai meeting tab': '/dashboard?tab=ai-meeting',
        'calendar tab': '/dashboard?tab=calendar',
        'intake tab': '/dashboard?tab=intake',
        'hours tab': '/dashboard?tab=hours',
        'intake forms': '/intake-forms',
      });
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Save Profile' }).waitFor();
      problems.push(...(await problemsOf(page, 'profile')));
      await page.goto('/dashboard?tab=services');
      await page.getByRole('button', { name: 'Add Service' }).waitFor();
      problems.push(...(await problemsOf(page, 'services tab')));
      await page.getByRole('button', { name: 'Add Service' }).click();
      await page.getByRole('button', { name: 'Create Service' }).click();
      await seen(page, 'Service name is required');
      problems.push(...(await problemsOf(page, 'service dialog')));
      await page.getByLabel('Service name').fill('Half typed');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep Writing' }).waitFor();
      problems.push(...(await problemsOf(page, 'service half typed')));
      await page.getByRole('button', { name: 'Discard' }).click();
      // A handful of rows in every status: the checks take their time with each.
      await page.goto('/dashboard?tab=bookings&view=all&q=zahra');
      await page.getByRole('button', { name: /^Cancel/ }).first().waitFor();
      problems.push(...(await problemsOf(page, 'bookings tab')));
      await page.getByRole('button', { name: /^Cancel/ }).first().click();
      await page.getByRole('alertdialog').waitFor();
      problems.push(...(await problemsOf(page, 'cancel dialog')));
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.goto('/dashboard?tab=bookings');
      await page.getByRole('button', { name: /^Complete/ }).last().click();
      await page.getByRole('alertdialog').waitFor();
      problems.push(...(await problemsOf(page, 'early dialog', [1280, 320])));
      expect(problems).toEqual([]);
    });
  });

  it('in the client portal, before and after the address is confirmed', async () => {
    const newcomer = 'newcomer@visitor.example';
    await visit(async (page) => {
      await page.goto('/client/login');
      await page.getByRole('tab', { name: 'Register' }).click();
      const problems = await problemsOf(page, 'client register');
      await page.getByLabel('Full name').fill('عبد الرحمن الفاروق');
      await page.getByLabel('Email').fill(newcomer);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('heading', { name: 'Please confirm your email address' }).waitFor();
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByLabel('Code from the email').waitFor();
      problems.push(...(await problemsOf(page, 'client unverified')));
      await page.getByLabel('Code from the email').fill(await mailedCode(product.stack, newcomer));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('tab', { name: 'Overview' }).waitFor();
      problems.push(...(await problemsOf(page, 'client dashboard, empty')));
      expect(problems).toEqual([]);
    });
  });

  it('in the client portal of somebody with a history', async () => {
    const email = 'jonah.whitfield@clients.example';
    await visit(async (page) => {
      await page.goto('/client/login');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByLabel('Code from the email').waitFor();
      const problems = await problemsOf(page, 'client code');
      await page.getByLabel('Code from the email').fill(await mailedCode(product.stack, email));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('tab', { name: 'Overview' }).waitFor();
      problems.push(
        ...(await problemsAt(page, {
          'client overview': '/client/dashboard',
          'client notes': '/client/dashboard?tab=notes',
          'client plans': '/client/dashboard?tab=plans',
          'client appointments': '/client/dashboard?tab=appointments',
        })),
      );
      await page.getByRole('button', { name: /^Rebook/ }).first().click();
      await page.getByRole('dialog').getByRole('grid').waitFor();
      problems.push(...(await problemsOf(page, 'client rebook')));
      await page.goto('/client/account');
      await page.getByRole('button', { name: 'Close my account' }).waitFor();
      problems.push(...(await problemsOf(page, 'client account')));
      expect(problems).toEqual([]);
    });
  });

  it('in the administrator’s area', async () => {
    await visit(async (page) => {
      await signInAdministrator(page);
      const problems = await problemsOf(page, 'admin overview');
      problems.push(
        ...(await problemsAt(page, {
          'admin therapists': '/admin/dashboard?tab=therapists',
          'admin emergency': '/admin/dashboard?tab=emergency',
          'admin activity': '/admin/dashboard?tab=activity',
          'admin analytics': '/admin/dashboard?tab=analytics',
          'admin account': '/admin/account',
        })),
      );
      expect(problems).toEqual([]);
    });
  });

  it('for a therapist who has just begun', async () => {
    await visit(async (page) => {
      await signIn(page, 'New therapist');
      expect(await problemsAt(page, { welcome: '/dashboard', 'new profile': '/profile' })).toEqual([]);
    });
  });
});
