// Loaded before the API (node --require): appends every statement that it sends to Postgres to the file STATEMENTS_FILE.
// The applications it is compared with run exactly these statements.
const { appendFileSync } = require('node:fs');
const { Client } = require('pg');

const file = process.env.STATEMENTS_FILE;
const query = Client.prototype.query;

Client.prototype.query = function recorded(statement, ...rest) {
  const { name, text } = typeof statement === 'string' ? { text: statement } : statement;
  if (typeof text === 'string') appendFileSync(file, `${JSON.stringify({ name, text })}\n`);
  return query.call(this, statement, ...rest);
};
