import type { ServerResponse } from 'node:http';
import { sendJson } from '../../http/answers';
import { GoogleError } from './google-error';

export type FaultKind =
  | 'tooManyRequests'
  | 'rateLimitExceeded'
  | 'userRateLimitExceeded'
  | 'quotaExceeded'
  | 'backendError'
  | 'unavailable'
  | 'hang'
  | 'hangAfter'
  | 'delay'
  | 'cut'
  | 'resetBefore'
  | 'resetAfter'
  | 'dateOff';

/** What goes wrong with the next requests. Of `…After` the change is done and only its answer is lost. */
export interface Fault {
  kind: FaultKind;
  /** How many requests; 1 when not given. */
  times?: number;
  method?: string;
  /** A pattern of the path from `/dev/google/`; without one only the calendar's paths. */
  path?: string;
  /** For `tooManyRequests`, `rateLimitExceeded` and `unavailable`. */
  retryAfterS?: number;
  /** For `delay`. */
  ms?: number;
  /** For `dateOff`: by how much the Date header is late (or early, below zero). */
  minutes?: number;
}

export interface PushFault {
  /** `reorder` keeps a push back until the next one is on its way. */
  kind: 'drop' | 'duplicate' | 'delay' | 'reorder';
  times?: number;
  ms?: number;
}

const KINDS: FaultKind[] = ['tooManyRequests', 'rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'backendError', 'unavailable', 'hang', 'hangAfter', 'delay', 'cut', 'resetBefore', 'resetAfter', 'dateOff'];
const PUSH_KINDS: PushFault['kind'][] = ['drop', 'duplicate', 'delay', 'reorder'];
const CALENDAR_PATH = /^\/dev\/google\/calendar\/v3\//;

/** What is to go wrong on demand, first asked first met. */
export class Faults {
  private requests: (Fault & { left: number; pattern: RegExp })[] = [];
  private pushes: (PushFault & { left: number })[] = [];

  next(fault: Fault): void {
    if (!KINDS.includes(fault.kind)) throw new Error(`There is no fault "${String(fault.kind)}". Faults: ${KINDS.join(', ')}`);
    this.requests.push({ ...fault, left: fault.times ?? 1, pattern: fault.path === undefined ? CALENDAR_PATH : new RegExp(fault.path) });
  }

  nextPush(fault: PushFault): void {
    if (!PUSH_KINDS.includes(fault.kind)) throw new Error(`There is no fault "${String(fault.kind)}" of pushes. Faults: ${PUSH_KINDS.join(', ')}`);
    this.pushes.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.requests = [];
    this.pushes = [];
  }

  take(method: string, path: string): Fault | null {
    const found = this.requests.find((fault) => fault.pattern.test(path) && (fault.method === undefined || fault.method.toUpperCase() === method));
    if (found !== undefined) found.left -= 1;
    this.requests = this.requests.filter((fault) => fault.left > 0);
    return found ?? null;
  }

  takePush(): PushFault | null {
    const [found] = this.pushes;
    if (found !== undefined) found.left -= 1;
    this.pushes = this.pushes.filter((fault) => fault.left > 0);
    return found ?? null;
  }
}

/** Makes something go wrong with an answer that is still to come; true when the request is dealt with already. */
export async function interfere(fault: Fault | null, response: ServerResponse, now: number): Promise<boolean> {
  if (fault === null) return false;
  const refusal = refusalOf(fault);
  if (refusal !== null) {
    sendJson(response, refusal.error.status, refusal.error.body, refusal.headers);
    return true;
  }
  if (fault.kind === 'resetBefore') reset(response);
  if (fault.kind === 'hang' || fault.kind === 'resetBefore') return true;
  if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1_000).unref());
  if (fault.kind === 'dateOff') response.setHeader('date', new Date(now - (fault.minutes ?? 10) * 60_000).toUTCString());
  if (fault.kind === 'hangAfter' || fault.kind === 'resetAfter' || fault.kind === 'cut') {
    const end = (body: unknown): ServerResponse => {
      if (fault.kind === 'resetAfter') reset(response);
      if (fault.kind === 'cut') cut(response, Buffer.from(String(body ?? '')));
      return response;
    };
    response.end = end as typeof response.end;
  }
  return false;
}

/** Half of a body of which the whole length was promised. */
function cut(response: ServerResponse, body: Buffer): void {
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function refusalOf({ kind, retryAfterS }: Fault): { error: GoogleError; headers: Record<string, string> } | null {
  const limits = (status: number, reason: string, message: string): GoogleError => new GoogleError(status, reason, message, { domain: 'usageLimits' });
  const errors: Partial<Record<FaultKind, GoogleError>> = {
    tooManyRequests: limits(429, 'rateLimitExceeded', 'Rate Limit Exceeded'),
    rateLimitExceeded: limits(403, 'rateLimitExceeded', 'Rate Limit Exceeded'),
    userRateLimitExceeded: limits(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'),
    quotaExceeded: limits(403, 'quotaExceeded', 'Calendar usage limits exceeded.'),
    backendError: new GoogleError(500, 'backendError', 'Backend Error'),
    unavailable: new GoogleError(503, 'backendError', 'The service is currently unavailable.'),
  };
  const error = errors[kind];
  if (error === undefined) return null;
  const wait = retryAfterS ?? (kind === 'tooManyRequests' ? 1 : undefined);
  return { error, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
}
