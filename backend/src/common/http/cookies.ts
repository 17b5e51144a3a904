import { Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import { parse, serialize, SerializeOptions } from 'cookie';
import type { Request } from 'express';
import { AppConfig } from '../../config/app-config';

type Cookies = Record<string, string | undefined>;
const EMPTY: Cookies = Object.freeze({});
const parsed = new WeakMap<Request, Cookies>();

/** The request's cookies, parsed once. */
export function readCookies(request: Request): Cookies {
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

/** Names of our httpOnly cookies; over https they carry the `__Host-` prefix. */
@Injectable()
export class CookieNames {
  readonly session: string;
  readonly adminSession: string;
  readonly signInFlow: string;
  /** A secret of the browser: codes it asked for, accounts it registered and accounts that trust it are bound to it. */
  readonly browser: string;
  readonly all: readonly string[];

  constructor(private readonly config: AppConfig) {
    const prefix = config.secureCookies ? '__Host-' : '';
    this.session = `${prefix}session`;
    this.adminSession = `${prefix}admin_session`;
    this.signInFlow = `${prefix}sign_in_flow`;
    this.browser = `${prefix}browser`;
    this.all = [this.session, this.adminSession, this.signInFlow, this.browser];
  }

  /** A `Set-Cookie` value for one of our httpOnly cookies. */
  issue(name: string, value: string, maxAgeSeconds: number): string {
    return serialize(name, value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.secureCookies,
      path: '/',
      maxAge: maxAgeSeconds,
    });
  }

  clear(name: string): string {
    return this.issue(name, '', 0);
  }
}

const LONGEST_USER_AGENT = 400;

/** The browser of a request in words, `Firefox on Windows`, for lists of sessions. Free of versions, so it identifies nobody. */
export function browserLabel(request: Request): string {
  const userAgent = request.get('user-agent');
  if (!userAgent) return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  return [browser.name ?? 'Unknown browser', os.name].filter(Boolean).join(' on ');
}
