// Required before anything else by each of the product's processes: their time is this machine's and so many milliseconds more as a file says.
const { readFileSync } = require('node:fs');

const LOOKED_AT_EVERY_MS = 100;
const file = process.env.MOVED_CLOCK_FILE;
const Machine = globalThis.Date;
let moved = 0;

function look() {
  try {
    moved = Number(readFileSync(file, 'utf8'));
  } catch {
    // Nobody has moved it yet.
  }
}

look();
setInterval(look, LOOKED_AT_EVERY_MS).unref();
const now = () => Machine.now() + moved;
globalThis.Date = new Proxy(Machine, {
  construct: (target, values, derived) => Reflect.construct(target, values.length === 0 ? [now()] : values, derived),
  apply: () => new Machine(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
