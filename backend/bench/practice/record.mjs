import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { median } from '../measure/ratio.mjs';
import { ServerProcess } from '../measure/server-process.mjs';
import { dashboard, freeTimes, publicProfile, publicServices } from './requests.mjs';

const RECORDER = fileURLToPath(new URL('./statement-recorder.cjs', import.meta.url));
/** Sent by Node or different for every answer. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'x-request-id', 'link']);

/**
 * Sees the product answer each measured request once and writes down its statements and headers,
 * so that the references run the same SQL and send the same headers, today and after the next change.
 * @param {object} options
 * @param {string} options.script @param {Record<string, string>} options.env @param {string} options.logFile
 * @param {string} options.statementsFile @param {string} options.recordingFile
 * @param {import('./seed.mjs').Practices} options.practices
 * @param {import('./requests.mjs').BookingRequests} options.bookings
 * @returns {Promise<Record<string, { name?: string, text: string }[]>>}
 */
export async function recordProduct({ script, env, logFile, statementsFile, recordingFile, practices, bookings }) {
  writeFileSync(statementsFile, '');
  const server = await ServerProcess.start({
    script,
    logFile,
    readyPath: '/api/health/ready',
    env: { ...env, STATEMENTS_FILE: statementsFile },
    nodeArguments: ['--require', RECORDER],
  });
  try {
    const { dashboard: therapist } = practices;
    const [profile, overview, list] = dashboard(therapist);
    const requests = {
      public_profile: publicProfile(therapist),
      public_services: publicServices(therapist),
      free_times: freeTimes(therapist),
      profile,
      overview,
      bookings: list,
    };
    const statements = {};
    let headers = {};
    // The first of them also does what is done once in a while, for the session and in the process.
    for (const request of [profile, bookings.next(0)]) await exchange(server.port, request);
    for (const [name, request] of Object.entries({ ...requests, booking: bookings.next(1) })) {
      truncateSync(statementsFile);
      const answer = await exchange(server.port, request);
      if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
      statements[name] = readStatements(statementsFile);
      if (name === 'public_profile') headers = answer.headers;
    }
    const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())));
    writeFileSync(recordingFile, JSON.stringify({ statements, headers: sent, encryptionKey: env.ENCRYPTION_KEYS.split(':')[1] }, null, 2));
    return statements;
  } finally {
    await server.stop();
  }
}

/**
 * How long the statements of some requests take, one request after the other on an idle server.
 * @param {{ script: string, env: Record<string, string>, logFile: string, statementsFile: string, requests: Buffer[], rounds?: number }} options
 * @returns {Promise<Map<string, number>>} milliseconds by the statement's name, the median of the rounds
 */
export async function timeStatements({ script, env, logFile, statementsFile, requests, rounds = 20 }) {
  writeFileSync(statementsFile, '');
  const nodeArguments = ['--require', RECORDER];
  const server = await ServerProcess.start({ script, logFile, readyPath: '/api/health/ready', env: { ...env, STATEMENTS_FILE: statementsFile, STATEMENTS_TIMED: 'true' }, nodeArguments });
  try {
    for (const request of requests) await exchange(server.port, request);
    truncateSync(statementsFile);
    for (let round = 0; round < rounds; round += 1) for (const request of requests) await exchange(server.port, request);
    const samples = grouped(readStatements(statementsFile));
    return new Map([...samples].map(([name, list]) => [name, median(list.map(({ ms }) => ms))]));
  } finally {
    await server.stop();
  }
}

const nameOf = ({ name, text }) => name ?? text.slice(0, 60);

function grouped(statements) {
  const groups = new Map();
  for (const each of statements) groups.set(nameOf(each), [...(groups.get(nameOf(each)) ?? []), each]);
  return groups;
}

/** What the product asks once a second of a practice, and nobody who keeps nothing; and what it tells the worker after a commit, of many at once. */
const BESIDE = new Set(['public-version', 'notify']);

/** What a connection of the pool is told once, and what the health watch asks on one of its own, at any time. */
const ONCE = /^select (1$|set_config\()/;

function readStatements(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ name, text }) => !ONCE.test(text) && !BESIDE.has(name));
}

/**
 * One request on a connection of its own.
 * @param {number} port @param {Buffer} request
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: string }>}
 */
export function exchange(port, request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const closing = request.toString().replace('\r\n', '\r\nConnection: close\r\n');
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(closing));
    socket.on('error', reject);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const end = text.indexOf('\r\n\r\n');
      const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
      const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      resolve({ status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4) });
    });
  });
}
