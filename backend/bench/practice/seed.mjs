import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { withClient } from './database.mjs';
import { addSession, takeSecret } from './sign-in.mjs';

const require = createRequire(import.meta.url);
const { ColumnCipher } = require('../../dist/common/crypto/column-cipher.js');
const { EncryptionKeys } = require('../../dist/common/crypto/encryption-keys.js');

const ZONE = 'America/New_York';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PER_DAY = 8;
const SESSIONS_EACH = 10;
/** Free times are measured before it. */
const AHEAD_FROM_DAY = 40;
export const BUSY_BLOCKS = 2_000;
const CHUNK = 2_000;
const PORTRAIT_BYTES = 24_000;
const NOTE = 'Last week was hard. I have written down what I would like to talk about, so that I do not lose the thread.';

/**
 * @typedef {object} SeededTherapist
 * @property {string} id
 * @property {string[]} services
 * @property {string} cookie a live session's Cookie header
 */

/**
 * The practices that the bench reads and books.
 * @typedef {object} Practices
 * @property {SeededTherapist} dashboard 500 bookings behind and 100 ahead, 30 busy blocks in the next 30 days
 * @property {SeededTherapist} short 200 bookings of 20 clients behind it
 * @property {SeededTherapist} long 20,000 bookings of 2,000 clients behind it
 * @property {SeededTherapist} free nothing but working hours
 * @property {SeededTherapist} year 2,000 busy blocks over the 400 days that a calendar is read for
 * @property {SeededTherapist} month 2,000 busy blocks in the next 30 days
 * @property {SeededTherapist[]} booked open around the clock every quarter of an hour, booked by the load
 */

/**
 * @param {string} ownerUrl @param {string} encryptionKey base64 of 32 bytes
 * @param {{ bookedTherapists: number, dist: string }} options the build that will read them
 * @returns {Promise<Practices>}
 */
export async function seedPractices(ownerUrl, encryptionKey, { bookedTherapists, dist }) {
  const cipher = new ColumnCipher(new EncryptionKeys([{ id: 'bench', key: Buffer.from(encryptionKey, 'base64') }]));
  return withClient(ownerUrl, async (client) => {
    const keys = await takeSecret(client, encryptionKey, dist);
    const practices = {
      dashboard: await addTherapist(client, keys, 'Dashboard'),
      short: await addTherapist(client, keys, 'Short history'),
      long: await addTherapist(client, keys, 'Long history'),
      free: await addTherapist(client, keys, 'Nothing taken'),
      year: await addTherapist(client, keys, 'A year taken'),
      month: await addTherapist(client, keys, 'A month taken'),
      booked: [],
    };
    await addHistory(client, cipher, practices.dashboard, 500);
    await addAhead(client, cipher, practices.dashboard, 100);
    await addBusyBlocks(client, practices.dashboard, 30, (day) => (day + 1) * DAY_MS + (13 + ((day + 1) % 8)) * HOUR_MS);
    await addBusyBlocks(client, practices.year, BUSY_BLOCKS, (index) => Math.round((index * 400 * DAY_MS) / BUSY_BLOCKS));
    await addBusyBlocks(client, practices.month, BUSY_BLOCKS, (index) => Math.round((index * 30 * DAY_MS) / BUSY_BLOCKS));
    await addHistory(client, cipher, practices.short, 200);
    await addHistory(client, cipher, practices.long, 20_000);
    for (let index = 0; index < bookedTherapists; index += 1) {
      const therapist = await addTherapist(client, keys, `Booked ${index}`);
      await openAroundTheClock(client, therapist);
      practices.booked.push(therapist);
    }
    await client.query('vacuum analyze bookings');
    await client.query('analyze');
    return practices;
  });
}

async function addTherapist(client, keys, name) {
  const id = randomUUID();
  const portrait = randomBytes(PORTRAIT_BYTES);
  const hash = createHash('sha256').update(portrait).digest('hex');
  await client.query(`insert into images (hash, content_type, bytes, width, height) values ($1, 'image/webp', $2, 512, 512)`, [hash, portrait]);
  await client.query(`insert into users (id, user_type, email, name, google_sub) values ($1, 'therapist', $2, $3, $2)`, [id, `${id}@bench.example`, name]);
  await client.query(
    `insert into therapist_profiles (therapist_id, display_name, bio, credentials, languages, timezone, image_hash, custom_slug)
     values ($1, $2, $3, 'Clinical psychologist, PhD', '{English,French,Yoruba}', $4, $5, $6)`,
    [id, `Dr. ${name}`, 'I work with adults who carry more than they show. '.repeat(6), ZONE, hash, `bench-${id.slice(0, 8)}`],
  );
  const services = [];
  for (const minutes of [15, 30, 50, 90]) services.push(await addService(client, id, minutes));
  return { id, services, cookie: await addSession(client, keys, { kind: 'user', userId: id, userType: 'therapist' }) };
}

async function addService(client, therapistId, minutes) {
  const id = randomUUID();
  await client.query(
    `insert into services (id, therapist_id, name, description, duration_minutes, price_cents, is_free, session_type)
     values ($1, $2, $3, 'Weekly or fortnightly work on what brought you here.', $4, 14000, false, 'online')`,
    [id, therapistId, `Session of ${minutes} minutes`, minutes],
  );
  return id;
}

function addHistory(client, cipher, therapist, count) {
  return addBookings(client, cipher, therapist, count, (day) => ({ day: -1 - day }));
}

function addAhead(client, cipher, therapist, count) {
  return addBookings(client, cipher, therapist, count, (day) => ({ day: AHEAD_FROM_DAY + day, as: { status: 'confirmed', completed_at: null } }));
}

/** @param {(day: number) => { day: number, as?: object }} place of the n-th day with bookings: how many days from today it is, and what its bookings are */
async function addBookings(client, cipher, therapist, count, place) {
  const [service] = therapist.services;
  const clientIds = Array.from({ length: Math.ceil(count / SESSIONS_EACH) }, () => randomUUID());
  await client.query(`insert into clients (id, email, name) select id, id || '@bench.example', 'Wilhelmina van der Bergh' from unnest($1::uuid[]) id`, [clientIds]);
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const rows = Array.from({ length: count }, (_, index) => {
    const { day, as } = place(Math.floor(index / PER_DAY));
    const startsAt = midnight + day * DAY_MS + (12 + (index % PER_DAY)) * HOUR_MS;
    return { ...bookingRow(cipher, { therapist, service, clientId: clientIds[index % clientIds.length], startsAt, index }), ...as };
  });
  for (let start = 0; start < rows.length; start += CHUNK) {
    await client.query('insert into bookings select * from json_populate_recordset(null::bookings, $1)', [JSON.stringify(rows.slice(start, start + CHUNK))]);
  }
}

function bookingRow(cipher, { therapist, service, clientId, startsAt, index }) {
  const id = randomUUID();
  const at = new Date(startsAt).toISOString();
  return {
    id,
    therapist_id: therapist.id,
    service_id: service,
    client_id: clientId,
    starts_at: at,
    ends_at: new Date(startsAt + 50 * 60_000).toISOString(),
    timezone: ZONE,
    local_date: at.slice(0, 10),
    local_time: at.slice(11, 16),
    duration_minutes: 50,
    service_name: 'Session',
    session_type: 'online',
    client_name: 'Wilhelmina van der Bergh',
    client_email: `${clientId}@bench.example`,
    client_phone: '+31 20 555 0100',
    notes: index % 3 === 0 ? hex(cipher.encrypt(NOTE, { table: 'bookings', column: 'notes', rowId: id })) : null,
    status: index % 13 === 7 ? 'cancelled' : 'completed',
    sequence: 0,
    manage_token_hash: hex(randomBytes(32)),
    manage_token: hex(randomBytes(80)),
    created_at: at,
    completed_at: index % 13 === 7 ? null : at,
    by_stranger: false,
    by_visitor: false,
    called_as_typed: false,
    phone_as_typed: false,
    booked_by_stranger: false,
  };
}

/** @param {(index: number) => number} startOf milliseconds after today's midnight; each block takes up to an hour */
async function addBusyBlocks(client, therapist, count, startOf) {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const calendar = randomUUID();
  const rows = Array.from({ length: count }, (_, index) => {
    const startsAt = midnight + startOf(index);
    const minutes = count === BUSY_BLOCKS ? 10 + ((index * 7) % 50) : 60;
    return {
      id: randomUUID(),
      therapist_id: therapist.id,
      source: 'google',
      origin_id: calendar,
      event_key: `event ${index}`,
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(startsAt + minutes * 60_000).toISOString(),
    };
  });
  await client.query('insert into busy_blocks select * from json_populate_recordset(null::busy_blocks, $1)', [JSON.stringify(rows)]);
}

async function openAroundTheClock(client, therapist) {
  const weekly = Array.from({ length: 7 }, () => [{ first: 0, last: 1425, every: 15 }]);
  await client.query(
    `insert into working_hours (therapist_id, weekly, overrides, buffer_before_minutes, buffer_after_minutes, minimum_notice_hours, horizon_days, cancellation_notice_hours)
     values ($1, $2, '{}', 0, 0, 0, 365, 24)`,
    [therapist.id, JSON.stringify(weekly)],
  );
}

function hex(bytes) {
  return `\\x${bytes.toString('hex')}`;
}
