import { connect, createServer, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A TCP proxy in front of a server, which can refuse, or take connections and say nothing. */
export interface TcpFault {
  port: number;
  /** Drops everything and refuses what comes. */
  refuse(): Promise<void>;
  /** Keeps connections open but passes nothing on. */
  hang(): void;
  heal(): Promise<void>;
  close(): Promise<void>;
}

export async function startTcpFault(target: { host: string; port: number }): Promise<TcpFault> {
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => void (hanging || far.write(chunk)));
    far.on('data', (chunk) => void (hanging || near.write(chunk)));
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    port,
    refuse: stop,
    hang: () => (hanging = true, undefined),
    heal: async () => {
      hanging = false;
      if (!server.listening) await listen(port);
      else for (const socket of sockets) socket.destroy();
    },
    close: async () => void (server.listening && (await stop())),
  };
}
