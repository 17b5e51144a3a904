import { Agent, createServer, request as ask } from 'node:http';

/**
 * @typedef {object} Answer one answer as it went over the line
 * @property {string} path
 * @property {number} status
 * @property {string} type
 * @property {string} encoding
 * @property {Buffer} body as transferred
 */

/** A line to the product that holds back the head of every answer, and keeps what passed. HTTP/1.1 with kept connections. */
export class SlowLine {
  /** @type {Answer[]} */
  answers = [];
  #server;
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /**
   * @param {string} target origin of the product
   * @param {number} delayMs
   */
  constructor(target, delayMs) {
    this.target = new URL(target);
    this.delayMs = delayMs;
    this.#server = createServer((request, response) => this.#pass(request, response));
  }

  /** @returns {Promise<string>} the line's own origin */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  async close() {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(incoming, outgoing) {
    // "localhost" may mean ::1 first, where another program may listen.
    const options = { host: '127.0.0.1', port: this.target.port, method: incoming.method, path: incoming.url, headers: incoming.headers, agent: this.#agent };
    const onward = ask(options, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => setTimeout(() => this.#finish(incoming, outgoing, answer, Buffer.concat(chunks)), this.delayMs));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  #finish(incoming, outgoing, answer, body) {
    const { 'content-type': type = '', 'content-encoding': encoding = '' } = answer.headers;
    this.answers.push({ path: incoming.url, status: answer.statusCode, type: type.split(';')[0], encoding, body });
    if (outgoing.destroyed) return;
    const headers = { ...answer.headers };
    for (const name of ['connection', 'keep-alive', 'transfer-encoding']) delete headers[name];
    outgoing.writeHead(answer.statusCode, headers);
    outgoing.end(body);
  }
}
