import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;
const EMAIL = 'ines.duarte@example.org';
const LONG = 'bartholomew.featherstonehaugh-cholmondeley@example.org';

/** Offers go out by day: a zone where it is about noon now. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

async function linkIn(subject: string, email = EMAIL): Promise<string> {
  const mail = await product.stack.mail(email, (one) => one.subject.includes(subject));
  return /https?:\/\/\S+(\/waiting#\S+)/.exec(mail.text)?.[1] ?? '';
}

describe('the waiting list', () => {
  it('somebody who finds no time waits, is offered a free one and takes it', async () => {
    await visit(
      async (page) => {
        await page.setViewportSize({ width: 1280, height: 900 });
        const problems: string[] = [];
        await page.goto('/t/demo');
        await page.getByRole('button', { name: 'Book Now Individual session' }).click();
        await page.getByRole('button', { name: 'Wait for a free time' }).click();
        const dialog = page.getByRole('dialog', { name: 'Wait for a free time' });
        await dialog.getByLabel('From').fill('09:00');
        await dialog.getByLabel('Until').fill('18:00');
        await dialog.getByRole('button', { name: 'Add another wish' }).click();
        if (await dialog.getByLabel('Where').isVisible()) await dialog.getByLabel('Where').selectOption('online');
        await dialog.getByLabel('Full Name').fill('Ines Duarte');
        await dialog.getByLabel('Email').fill(EMAIL);
        if (await dialog.getByLabel('Phone').isVisible()) await dialog.getByLabel('Phone').fill('+1 212 555 0100');
        problems.push(...(await problemsOf(page, 'waiting dialog')));
        await page.setViewportSize({ width: 1280, height: 900 });
        await dialog.getByRole('button', { name: 'Join the waiting list' }).click();
        await page.getByText(`We have sent a link to ${EMAIL}`).waitFor();
        await picture(page, 'waiting-sent');

        await page.goto(await linkIn('Please confirm'));
        await page.getByRole('heading', { name: 'Do you want to wait for a free time?' }).waitFor();
        problems.push(...(await problemsOf(page, 'waiting unconfirmed')));
        await page.getByRole('button', { name: 'Confirm' }).click();
        await page.getByRole('heading', { name: 'You are on the waiting list' }).waitFor();
        problems.push(...(await problemsOf(page, 'waiting')));

        const offer = await linkIn('A free time');
        await page.goto('/');
        await page.goto(offer);
        await page.getByRole('heading', { name: 'A time is free for you' }).waitFor();
        problems.push(...(await problemsOf(page, 'waiting offered')));
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.getByRole('button', { name: 'Take this time' }).dblclick();
        await page.getByRole('heading', { name: 'This time is yours' }).waitFor();
        await page.getByRole('link', { name: 'See the appointment' }).click();
        await page.getByText('Individual session').first().waitFor();
        expect(problems).toEqual([]);
      },
      { timezone: noonZone() },
    );
    await product.stack.mail(EMAIL, ({ subject }) => subject.includes('Your appointment'));
    const mails = await product.stack.mails(EMAIL);
    expect(mails.filter(({ subject }) => subject.includes('Your appointment'))).toHaveLength(1);
  });

  it('the therapist sees who waits, on a narrow phone too', async () => {
    await visit(
      async (page) => {
        await page.goto('/t/demo');
        await page.getByRole('button', { name: 'Book Now First conversation' }).click();
        await page.getByRole('button', { name: 'Wait for a free time' }).click();
        const dialog = page.getByRole('dialog', { name: 'Wait for a free time' });
        await dialog.getByLabel('From').fill('00:01');
        await dialog.getByLabel('Until').fill('00:02');
        await dialog.getByLabel('Full Name').fill('Bartholomew Featherstonehaugh-Cholmondeley');
        await dialog.getByLabel('Email').fill(LONG);
        if (await dialog.getByLabel('Phone').isVisible()) await dialog.getByLabel('Phone').fill('+1 212 555 0100');
        expect([await smallTargets(page, 44), await widerThanWindow(page)]).toEqual([[], null]);
        await dialog.getByRole('button', { name: 'Join the waiting list' }).click();
        await page.getByText(`We have sent a link to ${LONG}`).waitFor();
        await page.goto(await linkIn('Please confirm', LONG));
        await page.getByRole('button', { name: 'Confirm' }).click();
        await page.getByRole('heading', { name: 'You are on the waiting list' }).waitFor();

        const problemsHere: string[] = [];
        await signIn(page, 'Demo therapist');
        await page.goto('/dashboard?tab=bookings');
        await page.getByRole('heading', { name: 'Waiting list (1)' }).click();
        expect([await smallTargets(page, 44), await widerThanWindow(page)]).toEqual([[], null]);
        await page.getByRole('heading', { name: 'Waiting list (1)' }).scrollIntoViewIfNeeded();
        problemsHere.push(...(await problemsOf(page, 'waiting card')));
        await page.setViewportSize({ width: 320, height: 740 });
        await page.getByRole('button', { name: /^Remove: Bartholomew/ }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('heading', { name: 'Waiting list (1)' }).waitFor({ state: 'hidden' });
        expect(problemsHere).toEqual([]);
      },
      { width: 320, touch: true },
    );
  });
});
