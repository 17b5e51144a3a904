import { createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import { AddressInfo, connect, Socket } from 'node:net';
import { publicLookup } from '../../common/http/public-network';

const WITHIN_MS = 20_000;

/** The one way out of a browser that opens links of strangers: to the internet, never to this machine or its networks. */
export interface EgressProxy {
  /** For the browser's settings. */
  url: string;
  close(): Promise<void>;
}

/** @param testOrigin of this machine, reached as if it were public; tests alone have one */
export async function openEgressProxy(testOrigin: string | undefined): Promise<EgressProxy> {
  const testHost = testOrigin === undefined ? undefined : new URL(testOrigin).host;
  const sockets = new Set<Socket>();
  const server = createServer((asked, answer) => forward(asked, answer, testHost));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Socket, head: Buffer) => tunnel(url, socket, head, testHost));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server, sockets),
  };
}

/** Encrypted, as everything of the internet is that a meeting needs. */
function tunnel(target: string, socket: Socket, head: Buffer, testHost: string | undefined): void {
  const { hostname, port } = URL.canParse(`https://${target}`) ? new URL(`https://${target}`) : { hostname: '', port: '' };
  const isTest = target === testHost;
  // An address in numbers is looked up by nobody.
  if (!isTest && (port !== '' || hostname === '' || isNumeric(hostname))) return refuse(socket);
  const there = connect({ host: hostname, port: Number(port || 443), ...(isTest ? {} : { lookup: publicLookup() }) });
  there.setTimeout(WITHIN_MS, () => there.connecting && there.destroy());
  there.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    there.write(head);
    there.pipe(socket).pipe(there);
  });
  there.on('error', () => refuse(socket)).once('close', () => socket.destroy());
  socket.once('close', () => there.destroy());
}

function forward(asked: IncomingMessage, answer: ServerResponse, testHost: string | undefined): void {
  const { url = '', method, headers } = asked;
  // In plain text nothing but the stand-in of a test is asked.
  if (testHost === undefined || !URL.canParse(url) || new URL(url).host !== testHost) return void answer.writeHead(403).end();
  const sent = request(url, { method, headers, agent: false }, (received) => received.pipe(answer.writeHead(received.statusCode ?? 502, received.headers)));
  sent.on('error', () => answer.destroy());
  asked.pipe(sent);
}

const isNumeric = (hostname: string): boolean => /^(?:\[|[\d.]+$)/.test(hostname);

function refuse(socket: Socket): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
}

function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => void server.close(() => resolve()));
}
