import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from 'proxy-addr';
import { isId } from '../common/database/database';
import { ErrorFilter, JSON_TYPE } from '../common/errors/error.filter';
import type { Asked } from '../common/http/asked';
import { PublicReads } from '../common/http/shared-work';
import { askedInTurn } from '../common/http/pipelining';
import type { Headers } from '../common/http/security-headers';
import { nameRequest } from '../common/logging/access-log';
import { SessionService } from '../modules/auth/sessions/session.service';
import { goodQuery } from '../modules/bookings/availability/availability.dto';
import { isSlug } from '../modules/therapists/slugs/slugs.service';
import { PageServer } from '../pages/page-server';
import { PageText } from '../pages/page-text';
import { found, Known } from '../public-reads/kept-answers';
import { PublicAnswersService } from '../public-reads/public-answers.service';
import { encodingFor, ReadyText } from '../public-reads/ready-text';

/** A step that every request passes, as Express has them. */
type Step = (request: Asked, response: ServerResponse, next: (error?: unknown) => void) => void;

/** What requests pass on the usual way as well. */
export interface SharedSteps {
  headers: Headers;
  log: Step;
  /** Refuses whoever may not be here; left out where everybody may. */
  localOnly: Step | undefined;
  /** The line of the connection. */
  reads: Step;
  errors: ErrorFilter;
  /** Whether a proxy is trusted, as `proxy-addr` asks. */
  trust: (address: string, hops: number) => boolean;
}

/** What is asked for, and the pattern of the usual way's route; pages have none. */
interface PublicRead {
  route?: string;
  answer: Known<ReadyText>;
}

const THERAPIST = '/api/public/therapist/';
/** Other spellings of a path or a query are understood on the usual way. */
const PAGE_PATH = /^\/(?:[a-z\d_-]+(?:\/[a-z\d_-]+)*)?$/;
const QUERY = /^[\w-]+=[\w-]+(?:&[\w-]+=[\w-]+)*$/;
const MOST_ASKED = 5_000;
/** No page of ours asks for a longer one. */
const LONGEST_ASKED = 300;
/** A browser may keep what is kept here, as it keeps pages: it asks each time whether that is still so. */
const KEPT_CONTROL = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding'];
const nothing = (): void => undefined;

/**
 * Answers what visitors read (a therapist, their services and free times, by id and by link, and every page) before Express is reached, which takes longer
 * than these answers do. What is not asked for exactly as our pages ask goes the usual way, which gives the same answers.
 */
@Injectable()
export class PublicLane {
  private readonly asked = new LRUCache<string, () => PublicRead>({ max: MOST_ASKED });

  constructor(
    private readonly answers: PublicAnswersService,
    private readonly pages: PageServer,
    private readonly sessions: SessionService,
    private readonly publicReads: PublicReads,
  ) {}

  /** @param usual what takes all other requests */
  before(usual: RequestListener, steps: SharedSteps): RequestListener {
    const headers = steps.headers.flat();
    const keptHeaders = steps.headers.flatMap(([name, value]) => (name === 'Cache-Control' ? KEPT_CONTROL : [name, value]));
    return (request: Asked, response) => {
      if (!isPlain(request) || (request.headers.cookie !== undefined && this.sessions.isLeft(request))) return usual(request, response);
      const find = this.readerOf(request);
      if (!find) return usual(request, response);
      askedInTurn(request, response, () => {
        const id = nameRequest(request);
        steps.log(request, response, nothing);
        const refuse = (error: unknown): void => {
          for (const [name, value] of steps.headers) response.setHeader(name, value);
          response.setHeader('X-Request-Id', id);
          steps.errors.answer(error, request, response);
        };
        const send = (answer: ReadyText, isKept = false): void | Promise<void> => {
          if (!(answer instanceof PageText)) {
            if (isKept) return sendKept(request, response, answer, [...keptHeaders, 'X-Request-Id', id]);
            response.writeHead(200, [...headers, 'X-Request-Id', id, 'Content-Type', JSON_TYPE, 'Content-Length', String(answer.body.length)]);
            response.end(answer.sent(undefined, answer.body), 'latin1');
            return;
          }
          for (const [name, value] of steps.headers) response.setHeader(name, value);
          response.setHeader('X-Request-Id', id);
          return this.pages.send(request, response, answer);
        };
        try {
          let refusal: unknown;
          steps.localOnly?.(request, response, (error) => (refusal = error));
          if (refusal !== undefined) throw refusal;
          const { route, answer } = find();
          if (route !== undefined) request.route = { path: route };
          if (typeof answer !== 'function') return void send(answer, true)?.catch(refuse);
          this.inTurn(request, response, steps, async () => send(await found(answer)), refuse);
        } catch (error) {
          refuse(error);
        }
      });
    };
  }

  /** What has to be read waits in the lines of its connection, its network and everybody. */
  private inTurn(request: Asked, response: ServerResponse, { reads, trust }: SharedSteps, then: () => Promise<void>, refuse: (error: unknown) => void): void {
    request.ip = proxyAddress(request, trust);
    reads(request, response, (refusal) => {
      if (refusal !== undefined) return refuse(refusal);
      try {
        const waits = this.publicReads.enter(request, response);
        (waits ? waits.then(then) : then()).catch(refuse);
      } catch (error) {
        refuse(error);
      }
    });
  }

  /** Undefined for what is not answered here. */
  private readerOf(request: IncomingMessage): (() => PublicRead) | undefined {
    const url = request.url ?? '';
    const before = this.asked.get(url);
    if (before) return before;
    if (url.length > LONGEST_ASKED) return undefined;
    const [path = '', query, ...more] = url.split('?');
    if (more.length > 0) return undefined;
    if (path.startsWith(THERAPIST)) {
      const reader = this.apiRead(path.slice(THERAPIST.length).split('/'), query);
      // Found out once; addresses that are asked for again and again are few.
      if (reader) this.asked.set(url, reader);
      return reader;
    }
    return PAGE_PATH.test(path) && path !== '/api' && !path.startsWith('/api/') ? () => ({ answer: this.pages.page(path, request) }) : undefined;
  }

  private apiRead([first = '', second, third, ...more]: string[], query: string | undefined): (() => PublicRead) | undefined {
    if (more.length > 0) return undefined;
    if (first === 'slug') {
      if (query !== undefined || second === undefined || !isSlug(second)) return undefined;
      if (third === undefined) return () => ({ route: `${THERAPIST}slug/:slug`, answer: this.answers.therapistOf(second) });
      return third === 'services' ? () => ({ route: `${THERAPIST}slug/:slug/services`, answer: this.answers.servicesOf(second) }) : undefined;
    }
    if (!isId(first) || third !== undefined) return undefined;
    const id = first.toLowerCase();
    if (second === 'availability') {
      const parts = query !== undefined && QUERY.test(query) ? query.split('&').map((part) => part.split('=') as [string, string]) : [];
      const fields = Object.fromEntries(parts);
      // What is said twice is refused on the usual way.
      const times = Object.keys(fields).length === parts.length ? goodQuery(fields) : undefined;
      return times && (() => ({ route: `${THERAPIST}:id/availability`, answer: this.answers.freeTimes(id, times) }));
    }
    if (query !== undefined) return undefined;
    if (second === undefined) return () => ({ route: `${THERAPIST}:id`, answer: this.answers.therapist(id) });
    return second === 'services' ? () => ({ route: `${THERAPIST}:id/services`, answer: this.answers.services(id) }) : undefined;
  }
}

/** A question without a body, and without anything that the usual way would understand by itself. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined && headers['x-search'] === undefined;
}

/** What is asked for again and again, such as on the way from a page to a time: compressed, or not at all where the browser has it. */
function sendKept({ headers }: IncomingMessage, response: ServerResponse, answer: ReadyText, head: readonly string[]): void {
  const encoding = encodingFor({ headers });
  const form = encoding && answer.compressedBefore(encoding);
  const etag = answer.etag(form && encoding);
  if (headers['if-none-match'] === etag) {
    response.writeHead(304, [...head, 'ETag', etag]);
    response.end();
    return;
  }
  const body = form ?? answer.body;
  const coding = form && encoding ? ['Content-Encoding', encoding] : [];
  response.writeHead(200, [...head, 'ETag', etag, ...coding, 'Content-Type', JSON_TYPE, 'Content-Length', String(body.length)]);
  response.end(answer.sent(form && encoding, body), 'latin1');
}
