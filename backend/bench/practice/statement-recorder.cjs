// Loaded before the API (node --require): appends every statement that it sends to Postgres to the file STATEMENTS_FILE.
// The applications it is compared with run exactly these statements. With STATEMENTS_TIMED each is written when it is answered, with its milliseconds.
const { appendFileSync } = require('node:fs');
const { Client } = require('pg');

const file = process.env.STATEMENTS_FILE;
const isTimed = process.env.STATEMENTS_TIMED === 'true';
const query = Client.prototype.query;

Client.prototype.query = function recorded(statement, ...rest) {
  const { name, text, plan } = typeof statement === 'string' ? { text: statement } : statement;
  if (typeof text !== 'string' || text.startsWith('set plan_cache_mode')) return query.call(this, statement, ...rest);
  const write = (more) => appendFileSync(file, `${JSON.stringify({ name, text, plan, ...more })}\n`);
  if (!isTimed) write({});
  const started = performance.now();
  const answered = () => isTimed && write({ ms: performance.now() - started });
  const callback = rest.at(-1);
  if (typeof callback === 'function') {
    rest[rest.length - 1] = (...answer) => {
      answered();
      callback(...answer);
    };
  }
  const result = query.call(this, statement, ...rest);
  if (typeof callback !== 'function') result?.then?.(answered, answered);
  return result;
};
