// A therapist's session notes: the list, and the search through texts that are encrypted at rest, of 2,000 and of 20,000 notes of 4 kB.
//   npm run bench runs it with the rest; node backend/bench/notes.mjs [--quick] runs it alone (needs the two variables)
import { randomInt, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { argv } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { httpRequest } from './measure/load.mjs';
import { cpuMicroseconds, residentMegabytes } from './measure/process-cost.mjs';
import { printTable, verdict } from './measure/report.mjs';
import { ServerProcess } from './measure/server-process.mjs';
import { withClient } from './practice/database.mjs';
import { exchange } from './practice/record.mjs';
import { addSession, takeSecret } from './practice/sign-in.mjs';
import { setStage } from './practice/stage.mjs';

const require = createRequire(import.meta.url);
const SIZES = [2_000, 20_000];
const CLIENTS = 40;
const NOTE_CHARACTERS = 4_096;
const AT_ONCE = 200;
const TYPING_MS = 3_000;
const NOTES = '/api/therapist/enhanced-session-notes';
/** In one note of a hundred, and in none. */
const RARE = 'zephyr';
const NOWHERE = 'nowhere-to-be-found';
const WORDS = ('sleep brother move kitchen evening letter walk calm anger panic train work mother silence winter hands breath card plan week night phone question ' +
  'answer long short again often never always before after because people house street river music bread door window').split(' ');

/** @param {{ quick: boolean }} options */
export async function printNotes({ quick }) {
  const rounds = quick ? 5 : 15;
  const stage = await setStage({ seed: (ownerUrl, encryptionKey) => seedNotes(ownerUrl, encryptionKey, quick ? SIZES.slice(0, 1) : SIZES) });
  const rows = [['a therapist’s notes', 'notes', 'median', 'worst', 'target', '']];
  try {
    for (const { notes, cookie, therapistId } of stage.practices) {
      const server = await ServerProcess.start({ script: stage.apiScript, env: stage.env, readyPath: '/api/health/ready', logFile: stage.file(`notes-${notes}.log`) });
      try {
        const ask = (query) => timed(server.port, cookie, query);
        const add = (name, times, target) => rows.push([name, notes.toLocaleString('en'), `${middle(times)} ms`, `${Math.round(Math.max(...times))} ms`, target === undefined ? '' : `≤ ${target} ms`, verdict(middle(times), 'at most', target)]);
        const large = notes > 2_000;
        await ask('?limit=1');
        add('search before anything was looked at: every note is opened', [await unlooked(stage, notes, cookie)], undefined);
        const cpuBefore = cpuMicroseconds(server.pid) ?? 0;
        const lists = await repeat(rounds, () => ask(''));
        add('list of the first 100', lists, 300);
        // What a therapist needs to find the field and type a word; the notes are opened meanwhile.
        await pause(TYPING_MS);
        add('search, the first one, three seconds after the list', [await ask(`?q=${NOWHERE}`)], large ? 1_000 : 100);
        rows.push(['CPU that the process needed for the lists and for opening them all', notes.toLocaleString('en'), `${Math.round(((cpuMicroseconds(server.pid) ?? 0) - cpuBefore) / 1_000)} ms`, '', '', '']);
        add('search for what is in none', await repeat(rounds, () => ask(`?q=${NOWHERE}`)), large ? 1_000 : 100);
        add('search for what is in one of 100', await repeat(rounds, () => ask(`?q=${RARE}`)), large ? 1_000 : 100);
        add('search for two words, a page of 50', await repeat(rounds, () => ask('?q=sleep%20brother&limit=50')), large ? 1_000 : 100);
        const share = (await decryptionMs(stage, therapistId)) / Math.min(...lists);
        rows.push(['encryption’s share of the list, of the fastest each', notes.toLocaleString('en'), `${(share * 100).toFixed(1)} %`, '', '≤ 15 %', verdict(share, 'at most', 0.15)]);
        rows.push(['memory of the process after that', notes.toLocaleString('en'), `${Math.round(residentMegabytes(server.pid)?.now ?? 0)} MB`, '', '', '']);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await stage.clear();
  }
  printTable(rows);
  console.log(`(${rounds} requests each, one after the other, of ${NOTE_CHARACTERS} characters a note)\n`);
}

/** In a process of its own, so that nothing is open for the others. */
async function unlooked({ apiScript, env, file }, notes, cookie) {
  const server = await ServerProcess.start({ script: apiScript, env, readyPath: '/api/health/ready', logFile: file(`notes-${notes}-unlooked.log`) });
  try {
    await timed(server.port, cookie, '?limit=1');
    return await timed(server.port, cookie, `?q=${NOWHERE}`);
  } finally {
    await server.stop();
  }
}

async function repeat(times, run) {
  const results = [];
  for (let turn = 0; turn < times; turn += 1) results.push(await run());
  return results;
}

function middle(times) {
  return Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]);
}

async function timed(port, cookie, query) {
  const started = performance.now();
  const { status, body } = await exchange(port, httpRequest('GET', `${NOTES}${query}`, { Cookie: cookie }));
  if (status !== 200) throw new Error(`a list was answered ${status}: ${body.slice(0, 300)}`);
  return performance.now() - started;
}

/** What opening the texts of the first page takes, by itself. */
function decryptionMs({ env }, therapistId) {
  const cipher = cipherOf(env.ENCRYPTION_KEYS.split(':')[1]);
  return withClient(env.DATABASE_URL, async (client) => {
    const { rows } = await client.query('select id, therapist_id, client_id, title, content, tags from session_notes where therapist_id = $1 order by created_at desc limit 100', [therapistId]);
    const runs = await repeat(31, () => {
      const started = performance.now();
      for (const row of rows) {
        const place = placeOf('title', row);
        for (const column of ['title', 'content', 'tags']) cipher.decrypt(row[column], { ...place, column });
      }
      return performance.now() - started;
    });
    return Math.min(...runs);
  });
}

function cipherOf(encryptionKey) {
  const { ColumnCipher } = require('../dist/common/crypto/column-cipher.js');
  const { EncryptionKeys } = require('../dist/common/crypto/encryption-keys.js');
  return new ColumnCipher(new EncryptionKeys([{ id: 'bench', key: Buffer.from(encryptionKey, 'base64') }]));
}

function placeOf(column, row) {
  return require('../dist/modules/session-notes/session-note.entity.js').SESSION_NOTE_OWNER.place(column, row);
}

/** @returns {Promise<{ notes: number, therapistId: string, cookie: string }[]>} a therapist for each size */
function seedNotes(ownerUrl, encryptionKey, sizes) {
  const cipher = cipherOf(encryptionKey);
  return withClient(ownerUrl, async (client) => {
    const keys = await takeSecret(client, encryptionKey);
    const therapists = [];
    for (const notes of sizes) {
      const therapistId = randomUUID();
      await client.query(`insert into users (id, user_type, email, name, google_sub) values ($1, 'therapist', $2, 'Dr. Bench', $2)`, [therapistId, `${therapistId}@bench.example`]);
      const clients = await addClients(client, therapistId);
      for (let from = 0; from < notes; from += AT_ONCE) await addNotes(client, cipher, { therapistId, clients, from });
      therapists.push({ notes, therapistId, cookie: await addSession(client, keys, { kind: 'user', userId: therapistId, userType: 'therapist' }) });
    }
    await client.query('vacuum analyze');
    return therapists;
  });
}

/** With an appointment each, which says what the client is called. */
async function addClients(client, therapistId) {
  const serviceId = randomUUID();
  await client.query(`insert into services (id, therapist_id, name, duration_minutes, price_cents, is_free, session_type) values ($1, $2, 'Session', 50, 0, true, 'online')`, [serviceId, therapistId]);
  const ids = Array.from({ length: CLIENTS }, () => randomUUID());
  for (const [index, id] of ids.entries()) {
    await client.query(`insert into clients (id, email, name) values ($1, $2, 'Kim')`, [id, `${id}@bench.example`]);
    await client.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapistId, id]);
    await client.query(
      `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name, session_type,
                             client_name, client_email, status, manage_token_hash, manage_token, created_at)
       values ($1, $2, $3, $4, now() + $5 * interval '1 hour', now() + $5 * interval '1 hour' + interval '50 minutes', 'UTC', current_date, '10:00', 50, 'Session', 'online',
               $6, $7, 'confirmed', $8, '', now())`,
      [randomUUID(), therapistId, serviceId, id, index, `Client ${index}`, `${id}@bench.example`, Buffer.from(id)],
    );
  }
  return ids;
}

async function addNotes(client, cipher, { therapistId, clients, from }) {
  const notes = Array.from({ length: AT_ONCE }, (_, index) => {
    const row = { id: randomUUID(), therapist_id: therapistId, client_id: clients[(from + index) % CLIENTS] };
    const seal = (column, text) => cipher.encrypt(text, placeOf(column, row));
    return [row.id, row.client_id, seal('title', `Session ${from + index}`), seal('content', contentOf(from + index)), seal('tags', JSON.stringify([WORDS[(from + index) % WORDS.length]])), from + index];
  });
  const columns = [0, 1, 2, 3, 4, 5].map((column) => notes.map((note) => note[column]));
  await client.query(
    `insert into session_notes (id, therapist_id, client_id, title, content, tags, created_at, updated_at)
     select id, $1, client_id, title, content, tags, now() - age * interval '1 hour', now()
     from unnest($2::uuid[], $3::uuid[], $4::bytea[], $5::bytea[], $6::bytea[], $7::int[]) as n (id, client_id, title, content, tags, age)`,
    [therapistId, ...columns],
  );
}

function contentOf(index) {
  let text = index % 100 === 0 ? `${RARE} ` : '';
  while (text.length < NOTE_CHARACTERS) text += `${WORDS[randomInt(WORDS.length)]} `;
  return text.slice(0, NOTE_CHARACTERS);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  printNotes({ quick: argv.includes('--quick') }).catch((error) => {
    console.error(`The bench could not finish: ${error.stack ?? error}`);
    process.exitCode = 1;
  });
}
