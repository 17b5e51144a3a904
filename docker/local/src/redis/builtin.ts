import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createRedisServer } from 'js-redis-server';

export interface BuiltinRedis {
  url: string;
  engine: string;
  close(): Promise<void>;
}

/**
 * A Redis-compatible server in JavaScript inside this process, for machines without Redis. Memory only, so it must live and die
 * with the process that takes the jobs: a waiting connection of a dead process would swallow jobs.
 */
export async function startBuiltinRedis(password: string): Promise<BuiltinRedis> {
  const handle = await createRedisServer({ port: 0 });
  Object.assign(handle.state, { requirepass: password });
  // The package listens on every interface and has no option for it: move its socket to loopback before anyone knows the port.
  const listener = handle.server.server;
  await new Promise<void>((resolve) => listener.close(() => resolve()));
  const open = new Set<Socket>();
  listener.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The built-in queue has no port');
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${address.port}/0`,
    engine: 'built-in queue (JavaScript, not durable)',
    close: async () => {
      const closed = handle.close();
      open.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}
