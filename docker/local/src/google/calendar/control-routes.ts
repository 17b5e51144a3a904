import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameOrigin, sendJson, type RequestHandler } from '../../http/answers';
import { CONTROLS } from './calendar-control';
import type { GoogleCalendar } from './google-calendar';
import { GoogleError } from './google-error';

/**
 * `POST /dev/google/control`, for tests in a browser: `{ "do": name, … }` calls that method of CalendarControl with the
 * rest as its object and answers `{ "result": … }`, or 400 with `{ "error": "…" }`.
 * Names: addEvent, addEvents, moveEvent, patchEvent, deleteEvent, events, calendars, addCalendar, deleteCalendar,
 * changeCalendar, fault, faultPushes, clearFaults, videoLinks, expireSyncTokens, expireAccessTokens, revokeGrant,
 * withdrawScope, clock, channels, requests, pushes, flush.
 */
export function controlRoutes(google: GoogleCalendar): RequestHandler {
  return async (request, response) => {
    // JSON alone: another site's page may not send that without asking first.
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
    if (!isSameOrigin(request) || !isJson) return sendJson(response, 403, { error: 'Only this machine’s own tests may do that, with JSON.' });
    return act(google, request, response);
  };
}

async function act(google: GoogleCalendar, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { do: name, ...rest } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { do?: string };
    const known = CONTROLS.find((candidate) => candidate === name);
    if (known === undefined) throw new Error(`There is no "${String(name)}". There are: ${CONTROLS.join(', ')}`);
    const act = google.control[known].bind(google.control) as (given: object) => unknown;
    return sendJson(response, 200, { result: act(rest) ?? null });
  } catch (error) {
    const reason = error instanceof GoogleError ? `${error.reason}: ${error.message}` : (error as Error).message;
    return sendJson(response, 400, { error: reason });
  }
}
