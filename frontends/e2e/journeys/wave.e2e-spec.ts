import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { mailedCode } from '../harness/codes';
import { expectDetails, fillDetails, pickFirstTime, seen, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct({ env: { BOOKING_WAVE_LIMIT: '1' } });
const { visit } = product;

/** More strangers than the limit book at the demo practice. */
async function strangersBook(): Promise<void> {
  const { therapist_id: id } = product.stack.demo;
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => (await (await fetch(`${product.stack.url}/api${path}`, init)).json()) as T;
  const [service] = await ask<{ id: string }[]>(`/public/therapist/${id}/services`);
  const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const { days } = await ask<{ days: { date: string; times: string[] }[] }>(
    `/public/therapist/${id}/availability?service_id=${service?.id}&from=${day(30)}&to=${day(50)}`,
  );
  const free = days.filter(({ times }) => times.length > 0).slice(0, 2);
  for (const [index, { date, times }] of free.entries()) {
    const body = { service_id: service?.id, client_name: 'A stranger', client_email: `stranger-${index}@visitor.example`, appointment_date: date, appointment_time: times[0] };
    const answer = await fetch(`${product.stack.url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
  }
}

describe('a wave of strangers', () => {
  beforeAll(strangersBook, 60_000);

  it('books by slug with the code from the mail, on a phone', async () => {
    const email = 'calm@visitor.example';
    await visit(
      async (page) => {
        await page.goto('/demo');
        await page.getByRole('button', { name: /^Book Now/ }).first().click();
        await pickFirstTime(page);
        await fillDetails(page, email);
        await page.getByRole('button', { name: 'Confirm Booking' }).click();
        await page.getByRole('heading', { name: 'Check your email' }).waitFor();
        await picture(page, 'wave-phone');
        const code = await mailedCode(product.stack, email);
        const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
        await page.getByLabel('Code from the email').fill(wrong);
        await page.getByRole('button', { name: 'Confirm Booking' }).click();
        await seen(page, 'This code is not right. You have 4 tries left.');
        await page.reload();
        expect(await page.getByLabel('Code from the email').inputValue()).toBe('');
        await seen(page, email);
        await page.getByLabel('Code from the email').fill(code);
        await page.getByRole('button', { name: 'Confirm Booking' }).click();
        await toast(page, 'Booking confirmed successfully!');
        await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      },
      { width: 320 },
    );
    await product.stack.mail(email, ({ attachments }) => attachments.length > 0);
  });

  it('by id, may change something and loses nothing that was typed', async () => {
    const email = 'undecided@visitor.example';
    await visit(async (page) => {
      await page.goto(`/book/${product.stack.demo.therapist_id}`);
      await page.getByRole('radio').first().check();
      const { time } = await pickFirstTime(page);
      await fillDetails(page, email);
      await page.getByRole('button', { name: 'Book Appointment' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      expect(await problemsOf(page, 'code of a held time')).toEqual([]);
      const first = await mailedCode(product.stack, email);
      await page.getByRole('button', { name: 'Change something' }).click();
      await expectDetails(page, email);
      await seen(page, new RegExp(`, ${time} your time`));
      await page.getByRole('button', { name: 'Book Appointment' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await page.getByLabel('Code from the email').fill(await mailedCode(product.stack, email, [first]));
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
    });
  });
});
