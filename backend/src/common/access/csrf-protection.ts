import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppConfig } from '../../config/app-config';
import { KeyRing } from '../crypto/key-ring';
import { equalInConstantTime } from '../crypto/tokens';
import { DomainError } from '../errors/domain-error';
import { Cookies, readCookies, serializeCookie } from '../http/cookies';

const CSRF_COOKIE = 'XSRF-TOKEN';
const CSRF_HEADER = 'x-xsrf-token';
/** As long as the longest of our cookies, the trusted browser's. */
const LIFETIME_SECONDS = 90 * 24 * 3600;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NOT_A_PAGE = 'This address is not a page. Please open Attune instead.';
const REFUSAL = 'This request could not be checked. Please reload the page and try again.';

/**
 * Double-submit token plus an Origin check. The token belongs to the browser and serves all its sessions;
 * it is signed, so another site on a neighbouring domain cannot plant one.
 */
@Injectable()
export class CsrfProtection {
  private readonly key: Buffer;
  private readonly ourCookies: ReadonlySet<string>;

  constructor(
    private readonly config: AppConfig,
    private readonly keys: KeyRing,
    cookies: Cookies,
  ) {
    this.key = keys.derive('csrf');
    this.ourCookies = new Set([...cookies.names, CSRF_COOKIE]);
  }

  /** @throws DomainError forbidden when a state-changing request is not the page's own. */
  check(request: Request): void {
    if (SAFE_METHODS.has(request.method)) return;
    const cookies = readCookies(request);
    const carriesOurs = Object.keys(cookies).some((name) => this.ourCookies.has(name));
    this.checkOrigin(request, carriesOurs);
    if (!carriesOurs) return;
    const cookie = cookies[CSRF_COOKIE];
    const header = request.get(CSRF_HEADER);
    if (!cookie || !header || !this.genuine(cookie) || !equalInConstantTime(Buffer.from(cookie), Buffer.from(header))) {
      throw new DomainError('forbidden', REFUSAL);
    }
  }

  /**
   * What belongs to a session is fetched by our pages and never a page itself: they clear the screen while a logout is on its way, the
   * address bar would not. @throws DomainError forbidden when a browser opens it as a page
   */
  refuseNavigation(request: Request): void {
    if (request.headers['sec-fetch-mode'] === 'navigate') throw new DomainError('forbidden', NOT_A_PAGE);
  }

  /** Gives the browser a token when it has none (or one that this installation did not make). */
  provide(request: IncomingMessage, response: ServerResponse): void {
    const existing = readCookies(request)[CSRF_COOKIE];
    if (existing && this.genuine(existing)) return;
    const nonce = randomBytes(24).toString('base64url');
    const cookie = serializeCookie(CSRF_COOKIE, `${nonce}.${this.sign(nonce)}`, {
      path: '/',
      sameSite: 'lax',
      secure: this.config.secureCookies,
      maxAge: LIFETIME_SECONDS,
    });
    response.appendHeader('Set-Cookie', cookie);
  }

  private checkOrigin(request: Request, required: boolean): void {
    const origin = request.get('origin');
    if (origin === undefined ? required : !this.config.ownOrigins.includes(origin)) throw new DomainError('forbidden', REFUSAL);
  }

  private genuine(token: string): boolean {
    const [nonce, signature] = token.split('.');
    return !!nonce && !!signature && equalInConstantTime(Buffer.from(signature), Buffer.from(this.sign(nonce)));
  }

  private sign(nonce: string): string {
    return this.keys.mac(this.key, nonce);
  }
}
