import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Client } from 'google-auth-library';
import { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { googleCalendar, type GoogleCalendar } from '../src/google/calendar/google-calendar';
import { googleRoutes } from '../src/google/google-routes';
import { GoogleStore } from '../src/google/google-store';

export const PERSON = 'ada@example.com';
export const RETURN_TO = 'http://localhost:3000/api/calendar/google/callback';
export const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
export const ALL = `openid email profile ${['calendar.events', 'calendar.calendarlist.readonly', 'calendar.freebusy'].map(scope).join(' ')}`;

export type Api = Pick<calendar_v3.Calendar, 'calendarList' | 'calendars' | 'channels' | 'events' | 'freebusy'>;

/** The stand-in on a port of its own, and Google's own client before it. */
export interface Demo {
  base: string;
  file: string;
  google: GoogleCalendar;
  store: GoogleStore;
  consent(fields?: Record<string, string | string[]>, asked?: Record<string, string>): Promise<URL>;
  /** A signed-in client of its own; it does not try again by itself. */
  connect(asked?: Record<string, string>, email?: string): Promise<{ auth: OAuth2Client; api: Api }>;
  close(): Promise<void>;
}

export async function startDemo(file: string): Promise<Demo> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = `${origin}/dev/google`;
  const store = new GoogleStore(file);
  const google = googleCalendar(store);
  google.channels.retryMs = 5;
  const handler = googleRoutes(store, { clientId: 'attune', clientSecret: 'secret', origins: ['http://localhost:3000'], internalUrl: base, calendarUrl: `${base}/calendar` });
  server.on('request', (request, response) => void handler(request, response, new URL(request.url ?? '/', base)));
  const client = (): OAuth2Client =>
    new OAuth2Client({
      clientId: 'attune',
      clientSecret: 'secret',
      redirectUri: RETURN_TO,
      // Jest lets nothing be imported on the way, which is how the library gets another fetch.
      transporterOptions: { fetchImplementation: fetch },
      endpoints: { oauth2AuthBaseUrl: `${base}/authorize`, oauth2TokenUrl: `${base}/token`, oauth2RevokeUrl: `${base}/revoke` },
    });
  const consent = async (fields: Record<string, string | string[]> = {}, asked: Record<string, string> = {}): Promise<URL> => {
    const form = new URL(client().generateAuthUrl({ access_type: 'offline', prompt: 'consent', scope: ALL, ...asked })).searchParams;
    for (const [name, value] of Object.entries({ choice: 'email', email: PERSON, ...fields })) for (const one of [value].flat()) form.append(name, one);
    const answer = await fetch(`${base}/authorize`, { method: 'POST', body: form, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? `data:${answer.status}`);
  };
  return {
    base,
    file,
    google,
    store,
    consent,
    connect: async (asked = {}, email = PERSON) => {
      const auth = client();
      const { tokens } = await auth.getToken((await consent({ email }, asked)).searchParams.get('code') ?? '');
      auth.setCredentials(tokens);
      return { auth, api: clientAt(`${base}/`, auth) };
    },
    close: async () => {
      google.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A root with a path has to be named at each call: the library drops the path of one that is given once for all. */
function clientAt(rootUrl: string, auth: OAuth2Client): Api {
  const calendar = new calendar_v3.Calendar({ auth, retry: false });
  const rooted = <T extends object>(resource: T): T =>
    new Proxy(resource, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== 'function') return method;
        return (parameters: object, options: object = {}) => method.call(target, parameters, { rootUrl, ...options }) as unknown;
      },
    });
  const { calendarList, calendars, channels, events, freebusy } = calendar;
  return { calendarList: rooted(calendarList), calendars: rooted(calendars), channels: rooted(channels), events: rooted(events), freebusy: rooted(freebusy) };
}

/** The status and the reason of a refusal. */
export async function refusal(work: Promise<unknown>): Promise<{ status: number; reason: string | undefined }> {
  const error = await work.then(() => null, (reason: unknown) => reason as { status?: number; response?: { status: number; data?: { error?: { errors?: { reason: string }[] } } } });
  if (error === null) return { status: 200, reason: undefined };
  return { status: error.response?.status ?? 0, reason: error.response?.data?.error?.errors?.[0]?.reason };
}
