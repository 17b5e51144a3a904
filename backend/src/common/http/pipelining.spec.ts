import express, { type Response } from 'express';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { askedInTurn } from './pipelining';

let server: Server;
let asked: Response[];
let closed: number;

beforeEach(async () => {
  asked = [];
  closed = 0;
  const app = express();
  app.use(askedInTurn, (_, response) => {
    asked.push(response);
    response.once('close', () => (closed += 1));
  });
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
});
afterEach(() => new Promise((resolve) => {
  server.closeAllConnections();
  server.close(resolve);
}));

async function ask(count: number): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  await new Promise<unknown>((resolve) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count), resolve));
  return socket;
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let look = 0; look < 100 && !holds(); look += 1) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('askedInTurn', () => {
  it('ends a connection that asks on and on, and tells all who count its questions', async () => {
    const socket = await ask(3_000);
    await until(() => socket.closed && closed === 8);
    expect([socket.closed, asked.length, closed]).toEqual([true, 8, 8]);
  });

  it('lets a connection ask again and again after its answers', async () => {
    const socket = await ask(1);
    for (let question = 1; question <= 20; question += 1) {
      await until(() => asked.length === question);
      asked.at(-1)?.end();
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    }
    await until(() => asked.length === 21);
    expect([asked.length, socket.closed]).toEqual([21, false]);
    socket.destroy();
    await until(() => closed === 21);
    expect(closed).toBe(21);
  });
});
