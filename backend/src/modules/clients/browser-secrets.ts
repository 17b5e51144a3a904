import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor } from '../../common/access/actor';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { CookieNames, readCookies } from '../../common/http/cookies';

const LIFETIME_SECONDS = 90 * 24 * 3600;
const SECRET = /^[\w-]{43}$/;

/** What is known of a browser: the hash of its secret. */
export interface Browser {
  hash: Buffer;
  /** A `Set-Cookie` value when the secret is new. */
  cookie: string | undefined;
}

/** A request of a browser, signed in or not. */
export interface Visit {
  request: Request;
  actor: Actor;
  browser: Browser;
}

/** Each browser keeps a random secret. Codes, registrations and trust are bound to it; only its hash is stored. */
@Injectable()
export class BrowserSecrets {
  constructor(private readonly names: CookieNames) {}

  /** The browser behind a request; it gets a secret where it has none. */
  visit(request: Request, actor: Actor): Visit {
    const secret = readCookies(request)[this.names.browser];
    const browser = secret !== undefined && SECRET.test(secret) ? { hash: hashToken(secret), cookie: undefined } : this.renew();
    return { request, actor, browser };
  }

  /** A new secret: what another site may have planted in the browser is worth nothing from here on. */
  renew(): Browser & { cookie: string } {
    const secret = newToken();
    return { hash: hashToken(secret), cookie: this.names.issue(this.names.browser, secret, LIFETIME_SECONDS) };
  }
}
