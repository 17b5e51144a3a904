import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The decided policy. Toasts and dialogs inject style elements; page data travels as JSON, never as script. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "worker-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/** Names and values of headers. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of every answer. They are the same for all, so helmet is asked once and not for each request. */
export function answerHeaders(https: boolean): Headers {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  // No cache keeps an answer unless its route says otherwise.
  const headers: [string, string][] = [['Cache-Control', 'no-store']];
  sample.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return sample;
  };
  helmetOf(https)(sample.req, sample, () => undefined);
  return headers;
}

export function withHeaders(headers: Headers): (request: unknown, response: ServerResponse, next: () => void) => void {
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function helmetOf(https: boolean): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(CONTENT_SECURITY_POLICY) },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    // A page's address may say whose it is; nothing here is decided by a Referer.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
}

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}
