import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { BookingBody } from '../reference/facts';
import { Answer, Practice } from '../reference/practice';
import { readRecording } from '../reference/recording';

const recording = readRecording();
const practice = new Practice(recording, process.env['DATABASE_URL'] ?? '');
const PUBLIC = /^\/api\/public\/therapist\/([\w-]+)(?:\/(services|availability))?$/;

/** node:http and pg, nothing else: the least that the same statements can cost. */
async function answer(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') return practice.book((await readJson(request)) as BookingBody, addressOf(request));
  const [, id, part] = PUBLIC.exec(url.pathname) ?? [];
  if (id && part === 'services') return practice.publicServices(id);
  if (id && part === 'availability') return practice.freeTimes(id, Object.fromEntries(url.searchParams) as Parameters<Practice['freeTimes']>[1]);
  if (id) return practice.publicProfile(id);
  const token = /(?:^|;\s*)__Host-session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  const session = token && (await practice.signedIn(token));
  if (!session) return { status: 401, body: {} };
  if (url.pathname === '/api/therapist/profile') return practice.profile(session.user_id);
  if (url.pathname === '/api/therapist/bookings') return practice.bookings(session);
  if (url.pathname === '/api/therapist/bookings/overview') return practice.overview(session);
  return { status: 404, body: {} };
}

function addressOf(request: IncomingMessage): string {
  return String(request.headers['x-forwarded-for'] ?? request.socket.remoteAddress);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'X-Request-Id': randomUUID(),
    ...recording.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}

const server = createServer((request, response) => {
  answer(request).then(
    (found) => send(response, found),
    (error: Error) => send(response, { status: 500, body: { detail: error.message } }),
  );
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
