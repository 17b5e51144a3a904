import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { googleRoutes } from '../../../docker/local/src/google/google-routes';
import { type GoogleCalendar, googleCalendar } from '../../../docker/local/src/google/calendar/google-calendar';
import { GoogleStore } from '../../../docker/local/src/google/google-store';
import { TEST_ORIGIN } from './test-app';

/** The loopback Google of the local stack, for the real client library. */
export interface GoogleStandIn {
  /** Variables that point the backend here. */
  environment: Record<string, string>;
  /** Answers Google's consent page. @returns the address that the browser is sent back to */
  decide(authorizeUrl: string, choice: string, email?: string): Promise<string>;
  /** Answers for the picture host instead of the demo's pictures, from now on. */
  answerPictures(answer: (response: ServerResponse) => void): void;
  /** Answers for the token endpoint, from now on; undefined lets the demo's answer again. */
  answerTokens(answer: ((response: ServerResponse) => void) | undefined): void;
  /** Told of each request before it is answered, from now on. */
  onRequest(listener: ((method: string, path: string) => void) | undefined): void;
  /** Its calendars: the hand that plays a person there, and what goes wrong on demand. */
  calendar: GoogleCalendar;
  close(): Promise<void>;
}

export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'attune-google-'));
  const options = { clientId: 'test-client', clientSecret: 'test-secret', origins: [TEST_ORIGIN], internalUrl: '' };
  const store = new GoogleStore(join(folder, 'google.json'));
  const calendar = googleCalendar(store);
  calendar.channels.retryMs = 5;
  const routes = googleRoutes(store, options);
  let answerPicture: ((response: ServerResponse) => void) | undefined;
  let answerToken: ((response: ServerResponse) => void) | undefined;
  let tell: ((method: string, path: string) => void) | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    tell?.(request.method ?? '', url.pathname);
    if (answerPicture && url.pathname.startsWith('/dev/google/pictures/')) answerPicture(response);
    else if (answerToken && url.pathname === '/dev/google/token') answerToken(response);
    else void routes(request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dev/google`;
  options.internalUrl = base;
  return {
    environment: { GOOGLE_AUTH_URL: `${base}/authorize`, GOOGLE_TOKEN_URL: `${base}/token`, GOOGLE_USERINFO_URL: `${base}/userinfo`, GOOGLE_REVOKE_URL: `${base}/revoke`, GOOGLE_CALENDAR_URL: `${base}/` },
    decide: async (authorizeUrl, choice, email = '') => {
      const form = new URLSearchParams(new URL(authorizeUrl).search);
      form.set('choice', choice);
      form.set('email', email);
      const answer = await fetch(`${base}/authorize`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
        headers: { origin: new URL(base).origin, 'sec-fetch-site': 'same-origin' },
      });
      const location = answer.headers.get('location');
      if (!location) throw new Error(`the stand-in answered ${answer.status}: ${await answer.text()}`);
      return location;
    },
    answerPictures: (answer) => {
      answerPicture = answer;
    },
    answerTokens: (answer) => {
      answerToken = answer;
    },
    onRequest: (listener) => {
      tell = listener;
    },
    calendar,
    close: async () => {
      calendar.close();
      // Whoever still waits for an answer is not kept.
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
