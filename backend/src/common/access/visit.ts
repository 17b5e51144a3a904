import { Injectable, PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { RequestItself } from './access.decorators';
import { KeyRing } from '../crypto/key-ring';
import { newToken } from '../crypto/tokens';
import { Cookies, OwnCookie } from '../http/cookies';

/** A secret of the browser: codes it asked for, accounts it registered and accounts that trust it are bound to it. */
const BROWSER_COOKIE = new OwnCookie('browser');

const LIFETIME_SECONDS = 90 * 24 * 3600;
const SECRET = /^[\w-]{43}$/;

/** What is known of a browser: a keyed digest of its secret, so that whoever writes the tables cannot name a browser of their own. */
export interface Browser {
  hash: Buffer;
  /** A `Set-Cookie` value when the secret is new. */
  cookie: string | undefined;
}

/** A request of a browser, signed in or not. */
export interface Visit {
  request: Request;
  browser: Browser;
}

/** A new secret: what another site may have planted in the browser is worth nothing from here on. */
export function newBrowserSecret(cookies: Cookies, keys: KeyRing): Browser & { cookie: string } {
  const secret = newToken();
  return { hash: hashOf(keys, secret), cookie: cookies.issue(BROWSER_COOKIE, secret, LIFETIME_SECONDS) };
}

function hashOf(keys: KeyRing, secret: string): Buffer {
  return keys.digest('browser', secret);
}

/** Finds the browser behind a request; it gets a secret where it has none. */
@Injectable()
class VisitPipe implements PipeTransform<Request, Visit> {
  constructor(
    private readonly cookies: Cookies,
    private readonly keys: KeyRing,
  ) {}

  transform(request: Request): Visit {
    const secret = this.cookies.read(request, BROWSER_COOKIE);
    const isKnown = secret !== undefined && SECRET.test(secret);
    return { request, browser: isKnown ? { hash: hashOf(this.keys, secret), cookie: undefined } : newBrowserSecret(this.cookies, this.keys) };
  }
}

/** The browser that asks, with its request. A new secret is the browser's only once the handler has given it the cookie. */
export const CurrentVisit = (): ParameterDecorator => RequestItself(VisitPipe);
