import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withClient } from './database.mjs';
import { addSession, adoptAdministrators, takeSecret } from './sign-in.mjs';

const { hash } = createRequire(import.meta.url)('@node-rs/argon2');
const ADMINISTRATORS = 40;
const ROWS = readFileSync(new URL('./admin-rows.sql', import.meta.url), 'utf8');
const COUNT_AGAIN = `insert into booking_counts (therapist_id, total, confirmed, completed)
  select therapist_id, count(*), count(*) filter (where status = 'confirmed'), count(*) filter (where status = 'completed') from bookings group by therapist_id`;

/**
 * Fills an installation and signs its administrators in.
 * @param {string} ownerUrl @param {string} encryptionKey base64 of 32 bytes @param {{ therapists: number, bookings: number, activities: number }} sizes
 * @returns {Promise<{ cookies: string[] }>} a Cookie header of each: nobody may look at the activity log as often as the bench does
 */
export function seedInstallation(ownerUrl, encryptionKey, sizes) {
  return withClient(ownerUrl, async (client) => {
    await addManyPractices(client, sizes);
    const cookies = await signInAdministrators(client, encryptionKey);
    await client.query('vacuum analyze');
    return { cookies };
  });
}

const LONG_TABLES = `('bookings'::regclass, 'activity_log'::regclass)`;
/** Row by row they take most of the time; the keys, which come in their order, stay. */
const INDEXES = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
  where i.indrelid in ${LONG_TABLES} and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    and not exists (select from pg_depend d where d.refobjid = i.indexrelid)`;
const CONSTRAINTS = `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid in ${LONG_TABLES} and contype in ('x', 'f')`;

/** Practices, bookings and entries of the log by the million. */
export async function addManyPractices(client, sizes) {
  for (const [name, value] of Object.entries(sizes)) await client.query('select set_config($1, $2, false)', [`attune.${name}`, String(value)]);
  await client.query(`set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await client.query(INDEXES);
  const { rows: constraints } = await client.query(CONSTRAINTS);
  // Counting one by one what is written at once would take longer than all the rest, and nobody reads yet who had to be told.
  await client.query('alter table bookings disable trigger user');
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { of, name } of constraints) await client.query(`alter table ${of} drop constraint "${name}"`);
  await client.query(ROWS);
  for (const { definition } of indexes) await client.query(definition);
  for (const { of, name, definition } of constraints) await client.query(`alter table ${of} add constraint "${name}" ${definition}`);
  await client.query(COUNT_AGAIN);
  await client.query('alter table bookings enable trigger user');
}

/** @returns {Promise<string[]>} a Cookie header of each */
export async function signInAdministrators(client, encryptionKey) {
  const keys = await takeSecret(client, encryptionKey);
  const ids = Array.from({ length: ADMINISTRATORS }, () => randomUUID());
  await client.query(`insert into administrators (id, username, password_hash, created_at) select id, 'bench-' || number, $2, now() from unnest($1::uuid[]) with ordinality a (id, number)`, [
    ids,
    await hash(randomUUID()),
  ]);
  await adoptAdministrators(client, keys);
  const cookies = [];
  for (const userId of ids) cookies.push(await addSession(client, keys, { kind: 'admin', userId, userType: 'admin' }));
  return cookies;
}
