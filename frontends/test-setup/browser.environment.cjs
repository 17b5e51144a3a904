const { TestEnvironment } = require('jest-environment-jsdom');

/** What browsers have and jsdom lacks; Node's own follow the same standards. */
const FROM_NODE = ['Response', 'Headers', 'TextEncoder', 'TextDecoder', 'structuredClone', 'ReadableStream'];
/** jsdom has these too, but Node's fetch accepts only its own. */
const FOR_FETCH = ['AbortController', 'AbortSignal', 'FormData'];

class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const window = this.global;
    for (const name of [...FROM_NODE, ...FOR_FETCH]) window[name] = globalThis[name];
    const absolute = (input) => (typeof input === 'string' ? new URL(input, window.location.href).href : input);
    // A page's addresses start at its own origin; Node knows no page.
    window.Request = class extends Request {
      constructor(input, init) {
        super(absolute(input), init);
      }
    };
    window.fetch = (input, init) => fetch(absolute(input), init);
  }
}

module.exports = BrowserEnvironment;
