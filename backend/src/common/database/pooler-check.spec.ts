import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectQuery, pooledSettings } from './pooler-check';

const INI = readFileSync(join(__dirname, '../../../../docker/pgbouncer/pgbouncer.ini'), 'utf8');

describe('the example for PgBouncer', () => {
  it.each([
    ['attune', 20_000],
    ['attune_jobs', 0],
  ])('lets %s state what a process would', (database, transactionTimeoutMs) => {
    const query = new RegExp(`^${database} = .*connect_query='(.*)'$`, 'm').exec(INI)?.[1];
    expect(query?.replaceAll("''", "'")).toBe(connectQuery(pooledSettings(transactionTimeoutMs)));
  });
});
