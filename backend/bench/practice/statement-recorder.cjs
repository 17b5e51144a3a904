// Loaded before the API (node --require): appends every statement that it sends to Postgres to the file STATEMENTS_FILE.
// The applications it is compared with run exactly these statements.
const { appendFileSync } = require('node:fs');
const { Client } = require('pg');

const file = process.env.STATEMENTS_FILE;
const query = Client.prototype.query;

Client.prototype.query = function recorded(statement, ...rest) {
  const { name, text, plan } = typeof statement === 'string' ? { text: statement } : statement;
  if (typeof text === 'string' && !text.startsWith('set plan_cache_mode')) appendFileSync(file, `${JSON.stringify({ name, text, plan })}\n`);
  return query.call(this, statement, ...rest);
};
