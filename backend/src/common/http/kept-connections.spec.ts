import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endKeptConnections } from './kept-connections';

it('lets a server end although a proxy asks over one connection without a pause', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => void (held.length === 0 ? held.push(response) : response.end('later'))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const ask = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', agent }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(String(answer.headers.connection)));
      });
      asked.once('error', reject);
      asked.end();
    });
  const first = ask();
  await once(server, 'request');
  const closed = once(server, 'close');
  endKeptConnections(server);
  server.close();
  // The second one waits for the connection of the first, and goes over it before anybody can tell that it is to end.
  const second = ask();
  held[0]?.end('first');
  expect([await first, await second]).toEqual(['keep-alive', 'close']);
  await closed;
  agent.destroy();
});
