import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, sendPage, sendText } from '../http/answers';
import type { ProxyFailure } from './proxy';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What people and programs see while the API is starting or away. */
export function sendApiAway(request: IncomingMessage, response: ServerResponse, isApiPath: boolean, failure: ProxyFailure): void {
  const status = failure === 'too-slow' ? 504 : 503;
  const detail =
    failure === 'too-slow'
      ? 'The server took too long to answer. Please try again.'
      : 'The server is starting or cannot be reached at the moment. Please try again shortly.';
  if (isApiPath || !String(request.headers.accept ?? '').includes('text/html')) {
    sendJson(response, status, { detail, request_id: randomUUID() }, { 'retry-after': '2' });
    return;
  }
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="2"><title>Attune is on its way</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;padding:1rem;text-align:center}</style>
</head><body><main><h1>Attune is on its way</h1><p>${detail}</p><p>This page tries again by itself.</p></main></body></html>`;
  sendPage(response, status, page, POLICY, { 'retry-after': '2' });
}

/** A remote on another server that refuses or hangs: an answer that the shell turns into its panel. */
export function sendRemoteAway(response: ServerResponse, name: string, failure: ProxyFailure): void {
  if (failure === 'too-slow') sendText(response, 504, `The remote ${name} did not answer in time.`);
  else sendText(response, 502, `The remote ${name} cannot be reached.`);
}
