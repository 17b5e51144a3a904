import { Client } from 'pg';
import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { movedClock } from '../harness/clock';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const clock = movedClock();
afterAll(clock.remove);
const product = startProduct({ env: clock.env });
const { visit } = product;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Coming {
  starts_at: Date;
  client_email: string;
  client_name: string;
}

/** An appointment of the demo practice that is more than a day away, at a time of day when its client may be reminded. */
async function comingAppointment(): Promise<Coming> {
  const database = new Client({ connectionString: product.stack.databaseUrl });
  await database.connect();
  try {
    const { rows: [coming] } = await database.query<Coming>(
      `select b.starts_at, c.email as client_email, b.client_name from bookings b join clients c on c.id = b.client_id
       where b.status = 'confirmed' and b.starts_at > now() + interval '27 hours' and not b.by_stranger
         and extract(hour from b.starts_at at time zone coalesce(b.client_timezone, b.timezone)) between 9 and 19
       order by b.starts_at desc limit 1`,
    );
    if (!coming) throw new Error('the demo practice has no appointment to come');
    return coming;
  } finally {
    await database.end();
  }
}

describe('reminders', () => {
  it('a day before, the client is reminded, stops further ones with a button, and the therapist sees that the mail went out', async () => {
    const { starts_at, client_email, client_name } = await comingAppointment();
    const aDayBefore = starts_at.getTime() - 24 * HOUR_MS;
    const ofIt = async () => (await product.stack.mails(client_email)).filter(({ text }) => text.includes('/reminders#'));
    await clock.moveTo(new Date(aDayBefore - 10 * MINUTE_MS));
    // Of what lies before it the same client may have been reminded on the way.
    const before = new Set((await ofIt()).map(({ text }) => text));
    await clock.moveTo(new Date(aDayBefore + MINUTE_MS));
    const database = new Client({ connectionString: product.stack.databaseUrl });
    await database.connect();
    // The round comes by itself every minute; this one need not be waited for.
    await database.query(`insert into outbox (id, queue, job, payload) values (gen_random_uuid(), 'maintenance', 'remind-of-appointments', '{}')`);
    await database.end();
    const mail = await product.stack.mail(client_email, ({ text }) => text.includes('/reminders#') && !before.has(text));
    expect(mail.subject).toMatch(/^Reminder/);
    await visit(async (page, context) => {
      await clock.tell(context);
      await page.goto(/https?:\/\/\S+(\/reminders#[\w.-]+)/.exec(mail.text)?.[1] ?? '');
      await page.getByText('You get an email before each of your appointments.').waitFor();
      const problems = await problemsOf(page, 'reminders');
      await page.getByRole('button', { name: 'Stop reminders' }).click();
      await toast(page, 'You get no more reminders.');
      await page.getByText('You get no reminders of your appointments.').waitFor();
      await picture(page, 'reminders-stopped');
      expect(await widerThanWindow(page)).toBeNull();

      await page.goto('/');
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      await page.getByRole('button', { name: `Mails sent: ${client_name}` }).first().click();
      await page.getByRole('dialog').getByText('Reminder to your client').waitFor();
      await picture(page, 'reminders-mails');
      expect(problems).toEqual([]);
    });
  });
});
