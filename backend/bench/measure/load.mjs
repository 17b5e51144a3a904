import { connect } from 'node:net';

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * One keep-alive connection that sends ready-made bytes and waits for each answer. It reads only what it must
 * (status and length), so that the bench itself takes as little of the machine as possible.
 */
class LoadConnection {
  #socket;
  #pending = Buffer.alloc(0);
  #missing = 0;
  #status = 0;
  #settle;

  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed a connection under load')));
  }

  static open(port) {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new LoadConnection(socket));
      });
    });
  }

  /** @returns {Promise<number>} the status */
  send(request) {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the server closed a connection between two rounds'));
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close() {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk) {
    if (this.#missing > 0) return this.#body(chunk.length);
    const seen = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = seen.indexOf(HEADER_END);
    if (end < 0) {
      this.#pending = seen;
      return undefined;
    }
    this.#pending = Buffer.alloc(0);
    const head = seen.latin1Slice(0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!length) return this.#settle?.reject(new Error(`an answer without Content-Length:\n${head}`));
    this.#status = Number(head.slice(9, 12));
    this.#missing = Number(length[1]);
    return this.#body(seen.length - end - HEADER_END.length);
  }

  #body(bytes) {
    this.#missing -= bytes;
    if (this.#missing > 0) return;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(this.#status);
  }
}

/** Connections to one server that are kept for a whole scenario. */
export class Load {
  #connections;

  constructor(connections) {
    this.#connections = connections;
  }

  /** @param {number} port @param {number} count @returns {Promise<Load>} */
  static async open(port, count) {
    return new Load(await Promise.all(Array.from({ length: count }, () => LoadConnection.open(port))));
  }

  /**
   * Every connection sends one request after the other for a while.
   * @param {number} durationMs
   * @param {(connection: number, turn: number) => Buffer} requestOf
   * @param {number} expectedStatus anything else ends the bench
   * @returns {Promise<{ answers: number, seconds: number }>}
   */
  async run(durationMs, requestOf, expectedStatus) {
    const started = performance.now();
    const until = started + durationMs;
    let answers = 0;
    await Promise.all(
      this.#connections.map(async (connection, index) => {
        for (let turn = 0; performance.now() < until; turn += 1) {
          const status = await connection.send(requestOf(index, turn));
          if (status !== expectedStatus) throw new Error(`status ${status} where ${expectedStatus} is expected`);
          answers += 1;
        }
      }),
    );
    return { answers, seconds: (performance.now() - started) / 1_000 };
  }

  /**
   * The same, with what went wrong counted instead.
   * @param {number} durationMs
   * @param {(connection: number) => Buffer} requestOf
   * @param {number} expectedStatus
   * @returns {Promise<{ answers: number, seconds: number, longestMs: number, errors: Record<string, number> }>} errors by status
   */
  async crowd(durationMs, requestOf, expectedStatus) {
    const started = performance.now();
    const until = started + durationMs;
    let [answers, longestMs] = [0, 0];
    const errors = {};
    await Promise.all(
      this.#connections.map(async (connection, index) => {
        for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
          const status = await connection.send(requestOf(index)).catch(() => undefined);
          longestMs = Math.max(longestMs, performance.now() - sentAt);
          if (status === expectedStatus) answers += 1;
          else errors[status ?? 'cut off'] = (errors[status ?? 'cut off'] ?? 0) + 1;
          // A connection that is gone does not come back.
          if (status === undefined) return;
        }
      }),
    );
    return { answers, seconds: (performance.now() - started) / 1_000, longestMs, errors };
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }
}

/**
 * The bytes of a request.
 * @param {string} method @param {string} path @param {Record<string, string>} [headers] @param {object} [body]
 * @returns {Buffer}
 */
export function httpRequest(method, path, headers = {}, body = undefined) {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const fields = {
    Host: 'practice.example',
    'User-Agent': 'attune-bench',
    Accept: 'application/json',
    ...(payload ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(payload)) } : {}),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`);
}
