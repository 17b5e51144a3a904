import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withClient } from './database.mjs';

const { hash } = createRequire(import.meta.url)('@node-rs/argon2');
const ROWS = readFileSync(new URL('./admin-rows.sql', import.meta.url), 'utf8');
const COUNT_AGAIN = `insert into booking_counts (therapist_id, total, confirmed, completed)
  select therapist_id, count(*), count(*) filter (where status = 'confirmed'), count(*) filter (where status = 'completed') from bookings group by therapist_id`;

/**
 * Fills an installation and signs an administrator in.
 * @param {string} ownerUrl @param {{ therapists: number, bookings: number, activities: number }} sizes
 * @returns {Promise<{ cookie: string }>} a live administrator's Cookie header
 */
export function seedInstallation(ownerUrl, sizes) {
  return withClient(ownerUrl, async (client) => {
    for (const [name, value] of Object.entries(sizes)) await client.query('select set_config($1, $2, false)', [`attune.${name}`, String(value)]);
    // Counting one by one what is written at once would take longer than all the rest.
    await client.query('alter table bookings disable trigger bookings_counted');
    await client.query(ROWS);
    await client.query(COUNT_AGAIN);
    await client.query('alter table bookings enable trigger bookings_counted');
    const cookie = await addAdministrator(client);
    await client.query('vacuum analyze');
    return { cookie };
  });
}

async function addAdministrator(client) {
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  await client.query(`insert into administrators (id, username, password_hash, created_at) values ($1, 'bench', $2, now())`, [id, await hash(token)]);
  await client.query(
    `insert into sessions (id, token_hash, kind, user_id, user_type, created_at, last_seen_at, idle_expires_at, absolute_expires_at)
     values ($1, $2, 'admin', $3, 'admin', now(), now(), now() + interval '30 minutes', now() + interval '12 hours')`,
    [randomUUID(), createHash('sha256').update(token).digest(), id],
  );
  return `__Host-admin_session=${token}`;
}
