import { Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import { parse, serialize, SerializeOptions } from 'cookie';
import type { Request, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { AppConfig } from '../../config/app-config';
import { Beside } from '../process/beside';

type ReadCookies = Record<string, string | undefined>;
const EMPTY: ReadCookies = Object.freeze({});
const parsed = new Beside<IncomingMessage, ReadCookies>();

/** The request's cookies, parsed once. */
export function readCookies(request: IncomingMessage): ReadCookies {
  const header = request.headers.cookie;
  if (!header) return EMPTY;
  const known = parsed.get(request);
  if (known) return known;
  const cookies = parse(header);
  parsed.set(request, cookies);
  return cookies;
}

export function serializeCookie(name: string, value: string, options: SerializeOptions): string {
  return serialize(name, value, options);
}

const declared = new Set<OwnCookie>();

/** One of our httpOnly cookies, declared by the domain whose it is. */
export class OwnCookie {
  /** @param bare its name without the prefix that it carries over https @param isWish a page's script sets it to ask for something: it stands for nobody, so a request that carries it alone needs no token */
  constructor(
    readonly bare: string,
    isWish = false,
  ) {
    if (!isWish) declared.add(this);
  }
}

/** Reads and writes our httpOnly cookies. Over https their names carry the `__Host-` prefix. */
@Injectable()
export class Cookies {
  constructor(private readonly config: AppConfig) {}

  /** @returns undefined when the request does not carry it, or empty */
  read(request: IncomingMessage, cookie: OwnCookie): string | undefined {
    return readCookies(request)[this.nameOf(cookie)] || undefined;
  }

  /** For the rest of this request the browser did not send it. */
  disregard(request: IncomingMessage, cookie: OwnCookie): void {
    parsed.set(request, { ...readCookies(request), [this.nameOf(cookie)]: undefined });
  }

  /** A `Set-Cookie` value. */
  issue(cookie: OwnCookie, value: string, maxAgeSeconds: number): string {
    return serialize(this.nameOf(cookie), value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.secureCookies,
      path: '/',
      maxAge: maxAgeSeconds,
    });
  }

  clear(cookie: OwnCookie): string {
    return this.issue(cookie, '', 0);
  }

  nameOf({ bare }: OwnCookie): string {
    return this.config.secureCookies ? `__Host-${bare}` : bare;
  }

  /** The names of all of ours. */
  get names(): string[] {
    return [...declared].map((cookie) => this.nameOf(cookie));
  }
}

/** The answer with cookies beside it. */
export function withCookies<T>(response: Response, cookies: readonly (string | undefined)[], answer: T): T {
  for (const cookie of cookies) if (cookie !== undefined) response.append('Set-Cookie', cookie);
  return answer;
}

const LONGEST_USER_AGENT = 400;

const DEVICES: Readonly<Record<string, string>> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet', tv: 'television' };

/** The browser and device of a request in words, `Firefox on Windows (computer)`, for lists of sessions. Free of versions, so it identifies nobody. */
export function browserLabel(request: Request): string {
  const userAgent = request.get('user-agent');
  if (!userAgent) return 'Unknown browser';
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const device = DEVICES[platform.type ?? ''];
  return `${[browser.name ?? 'Unknown browser', os.name].filter(Boolean).join(' on ')}${device === undefined ? '' : ` (${device})`}`;
}
