import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Client } = require('pg');

/**
 * @typedef {object} BenchDatabase
 * @property {string} url the application's role
 * @property {string} ownerUrl the owner's role
 * @property {() => Promise<void>} drop
 */

/** @param {string} url @param {(client: import('pg').Client) => Promise<unknown>} work */
export async function withClient(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * An empty database with two roles of its own, as an installation has them.
 * @param {string} adminUrl
 * @returns {Promise<BenchDatabase>}
 */
export async function createDatabase(adminUrl) {
  const suffix = randomBytes(4).toString('hex');
  const password = randomBytes(12).toString('hex');
  const name = `attune_bench_${suffix}`;
  const [owner, app] = [`${name}_owner`, `${name}_app`];
  await withClient(adminUrl, async (admin) => {
    for (const role of [owner, app]) await admin.query(`create role ${role} login password '${password}'`);
    await admin.query(`create database ${name} owner ${owner}`);
  });
  const urlOf = (role) => {
    const url = new URL(adminUrl);
    Object.assign(url, { username: role, password, pathname: `/${name}` });
    return url.toString();
  };
  return {
    url: urlOf(app),
    ownerUrl: urlOf(owner),
    drop: () =>
      withClient(adminUrl, async (admin) => {
        await admin.query(`drop database ${name} with (force)`);
        for (const role of [owner, app]) await admin.query(`drop role ${role}`);
      }),
  };
}

/**
 * Takes away the hits that limits count: thousands of bookings of one connection in an hour are no real day, and counting them is.
 * @param {string} ownerUrl
 */
export function forgetHits(ownerUrl) {
  return withClient(ownerUrl, async (owner) => {
    await owner.query('delete from limit_hits');
    // Without it the rows would still be walked over.
    await owner.query('vacuum limit_hits');
  });
}
