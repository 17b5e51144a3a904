import { Client } from 'pg';
import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

interface Reminded {
  client_email: string;
  client_name: string;
}

/** A zone where it is about noon now: nobody is reminded at night. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** Time passes for one appointment of the demo practice until it is a day away; what lies there by then is cancelled. */
async function letTimePass(): Promise<Reminded> {
  const database = new Client({ connectionString: product.stack.databaseUrl });
  await database.connect();
  try {
    const { rows: [chosen] } = await database.query<{ id: string; ahead: string }>(
      `select b.id, (b.starts_at - now() - interval '24 hours' + interval '1 minute')::text as ahead from bookings b
       where b.status = 'confirmed' and b.starts_at > now() + interval '25 hours' and not b.by_stranger order by b.starts_at limit 1`,
    );
    if (!chosen) throw new Error('the demo practice has no appointment to come');
    await database.query(
      `update bookings o set status = 'cancelled', cancelled_at = now() from bookings b where b.id = $1 and o.id <> b.id and o.status = 'confirmed'
         and tstzrange(o.starts_at, o.ends_at) && tstzrange(b.starts_at - $2::interval, b.ends_at - $2::interval)`,
      [chosen.id, chosen.ahead],
    );
    const { rows: [reminded] } = await database.query<Reminded>(
      `update bookings b set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval, created_at = b.created_at - $2::interval, client_timezone = $3,
         local_date = ((starts_at - $2::interval) at time zone timezone)::date, local_time = to_char((starts_at - $2::interval) at time zone timezone, 'HH24:MI')
       from clients c where b.id = $1 and c.id = b.client_id returning c.email as client_email, b.client_name`,
      [chosen.id, chosen.ahead, noonZone()],
    );
    await database.query(`update booking_events set created_at = created_at - $2::interval where booking_id = $1`, [chosen.id, chosen.ahead]);
    // The job comes by itself every minute; now it is due.
    await database.query(`insert into outbox (id, queue, job, payload) values (gen_random_uuid(), 'maintenance', 'remind-of-appointments', '{}')`);
    if (!reminded) throw new Error('no appointment came closer');
    return reminded;
  } finally {
    await database.end();
  }
}

describe('reminders', () => {
  it('a day before, the client is reminded, stops further ones with a button, and the therapist sees that the mail went out', async () => {
    const { client_email, client_name } = await letTimePass();
    const mail = await product.stack.mail(client_email, ({ text }) => text.includes('/reminders#'));
    expect(mail.subject).toMatch(/^Reminder/);
    await visit(async (page) => {
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
