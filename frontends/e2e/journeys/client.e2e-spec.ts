import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { mailedCode, signInWithCode } from '../harness/codes';
import { completeEarly, fillDetails, pickFirstTime, pickTimeOfNextMonth, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const EMAIL = 'mara@visitor.example';
const used: string[] = [];

describe('a visitor becomes a client', () => {
  it('books, registers with that address, and sees the booking once the code is given', async () => {
    await visit(async (page) => {
      await page.goto('/demo');
      await page.getByRole('button', { name: /^Book Now/ }).nth(1).click();
      await pickFirstTime(page);
      await page.getByRole('radio', { name: 'Online, by video' }).check();
      await fillDetails(page, EMAIL);
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();

      await page.goto('/client/login');
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByRole('button', { name: 'Login' }).click();
      await toast(page, 'Account not found. Please register first.');
      await page.getByRole('tab', { name: 'Register' }).click();
      await page.getByLabel('Full name').fill('Mara Lindqvist');
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByRole('button', { name: 'Register' }).click();
      await toast(page, 'Account created successfully! You can now login.');
      await page.waitForURL('**/client/dashboard');

      await page.getByRole('heading', { name: 'Please confirm your email address' }).waitFor();
      await picture(page, 'client-unverified');
      expect(await page.getByText('Individual session').count()).toBe(0);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      const code = await mailedCode(product.stack, EMAIL);
      used.push(code);
      await page.getByLabel('Code from the email').fill(code);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('tab', { name: 'Appointments' }).click();
      await page.getByRole('heading', { name: 'Individual session' }).waitFor();
      await seen(page, 'Confirmed');
      await picture(page, 'client-appointments');
      // Nobody has shown whose the address was when it was booked.
      await page.getByRole('button', { name: /^This is my practice/ }).waitFor();
      expect(await problemsOf(page, 'client appointment unconfirmed')).toEqual([]);
    });
  });

  it('signs in on a second browser, which ends the first; rebooks a completed session and cancels it', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.getByRole('tab', { name: 'Bookings' }).click();
      await page.getByLabel('Search').fill(EMAIL);
      // A row that moves under the finger is not pressed.
      await seen(page, '1 booking shown');
      const row = page.getByRole('listitem').filter({ hasText: EMAIL });
      await completeEarly(page, row);
      await toast(page, 'Appointment marked as completed');
    });
    await visit(async (first) => {
      used.push(await signInWithCode(first, product.stack, EMAIL, { used }));
      await first.getByRole('tab', { name: 'Appointments' }).waitFor();
      // Said once: when this page asks for something by itself, or at the latest when it is loaded anew.
      let isSaid = false;
      await first.exposeFunction('itIsSaid', () => (isSaid = true));
      const watch = () => {
        const look = () => {
          const text = document.body?.textContent ?? '';
          if (/Your session has ended|this session was ended from somewhere else/.test(text)) (globalThis as unknown as { itIsSaid(): void }).itIsSaid();
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true });
      };
      await first.addInitScript(watch);
      await first.evaluate(watch);

      await visit(
        async (phone) => {
          used.push(await signInWithCode(phone, product.stack, EMAIL, { used }));
          await phone.getByRole('tab', { name: 'Appointments' }).click();
          await phone.getByRole('button', { name: /^Rebook/ }).click();
          const dialog = phone.getByRole('dialog', { name: 'Rebook this session' });
          await dialog.getByText(/^Original session/).waitFor();
          await dialog.getByRole('button', { name: 'Rebook' }).click();
          await toast(phone, 'Please select date and time for your appointment');
          await pickTimeOfNextMonth(phone);
          await picture(phone, 'client-rebook-phone');
          await dialog.getByRole('button', { name: /^Book / }).click();
          await toast(phone, 'Session rebooked successfully!');
          await phone.getByRole('button', { name: /^Cancel appointment/ }).click();
          const question = phone.getByRole('alertdialog', { name: 'Cancel this appointment?' });
          await question.getByRole('button', { name: 'Cancel appointment' }).click();
          await toast(phone, 'Your appointment was cancelled.');
          await seen(phone, 'Cancelled');
        },
        { width: 320 },
      );
      await product.stack.mail(EMAIL, ({ attachments }) => attachments.some(({ text }) => text.includes('METHOD:CANCEL')));

      await first.reload();
      await first.waitForURL('**/client/login');
      await first.getByRole('button', { name: 'Login' }).waitFor();
      expect(isSaid).toBe(true);
    });
  });

  it('a trusted browser comes back without a code, and sees who opened the record', async () => {
    await visit(async (page) => {
      used.push(await signInWithCode(page, product.stack, EMAIL, { used, trust: true }));
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto('/client/login');
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByRole('button', { name: 'Login' }).click();
      await toast(page, 'Welcome back!');
      await page.waitForURL('**/client/dashboard');
      await page.goto('/client/account');
      await page.getByRole('heading', { name: 'Who opened my record' }).waitFor();
      await seen(page, /Amélie Okonkwo-Reyes/);
      await picture(page, 'client-account');
    });
  });

  it('the link of the mail signs in after a press, in another browser with the address, and ends nobody’s session unasked', async () => {
    await visit(async (page) => {
      await page.goto('/client/login');
      await page.getByLabel('Email').fill('nadia.oeztuerk@clients.example');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    });
    const mail = await product.stack.mail('nadia.oeztuerk@clients.example', ({ text }) => text.includes('/client/login#token='));
    const link = /https?:\/\/\S+\/client\/login#token=[\w-]+/.exec(mail.text)?.[0] ?? '';
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Your email address').fill('nadia.oeztuerk@clients.example');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('You are signed in here already').waitFor();
      await picture(page, 'mail-link-signed-in');
      await page.getByRole('link', { name: 'Stay as I am' }).click();
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: 'Logout' }).waitFor();
    });
    await visit(async (page) => {
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(page.url()).not.toContain('token');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Your email address').fill('nadia.oeztuerk@clients.example');
      expect(await problemsOf(page, 'mail link elsewhere')).toEqual([]);
      await picture(page, 'mail-link-elsewhere');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/client/dashboard');
      await page.getByRole('tab', { name: 'Session Notes' }).click();
      await seen(page, /nights since the move/);
      await page.getByRole('tab', { name: 'Care Plans' }).click();
      await page.getByRole('heading', { name: 'Evenings that end' }).waitFor();
      await picture(page, 'client-care-plans');
    });
  });
});
