import type { TcpNetConnectOpts } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

/** Asks once over a connection of its own, from one of this machine's addresses. */
export function openFrom(address: string, port: number): TLSSocket {
  const options: ConnectionOptions & TcpNetConnectOpts = { host: '127.0.0.1', port, localAddress: address, servername: 'localhost', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] };
  const socket = connect(options);
  socket.on('error', () => undefined);
  socket.once('secureConnect', () => socket.write('GET /api/who HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  return socket;
}

/** @returns the first piece of what is answered @throws Error where the connection is closed before */
export function answered(socket: TLSSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('data', (part: Buffer) => resolve(part.toString()));
    socket.once('close', () => reject(new Error('The connection was closed.')));
  });
}
