import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Profile, Strategy, StrategyOptions } from 'passport-google-oauth20';
import { Clock } from '../../../common/clock/clock';
import { newToken } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { Cookies } from '../../../common/http/cookies';
import { nameProblem } from '../../../common/http/person-name';
import { claimsProduct } from '../../../common/http/product-name';
import { AppConfig } from '../../../config/app-config';
import { isOwnPath } from './own-path';
import { OpenFlow, SignInFlowRepository, SIGN_IN_FLOW_COOKIE } from './sign-in-flow.repository';
import { limitRequests } from './token-deadline';

const FLOW_LIFETIME_MS = 10 * 60_000;
/** Outlives the flow and the code that it ends with. */
const COOKIE_SECONDS = 12 * 60;

const GOOGLE_ANSWERS_WITHIN_MS = 5_000;

/** A request between Google's answer and ours. */
export interface SignInRequest extends Request {
  signInFlow?: OpenFlow;
}

type Stored = (error: Error | null, state?: string) => void;
type Verified = (error: Error | null, verifier?: string | false, info?: unknown) => void;

/**
 * Keeps state and PKCE verifier of a sign-in in Postgres, bound to the browser that began by a cookie.
 * The method signatures are passport-oauth2's: it picks the form by the number of arguments.
 */
@Injectable()
export class GoogleFlowStore {
  constructor(
    private readonly flows: SignInFlowRepository,
    private readonly clock: Clock,
    private readonly cookies: Cookies,
  ) {}

  store(request: Request, verifier: string, _state: unknown, _meta: unknown, done: Stored): void {
    this.begin(request, verifier).then(
      (state) => done(null, state),
      (error: Error) => done(error),
    );
  }

  verify(request: SignInRequest, state: string, _meta: unknown, done: Verified): void {
    this.resume(request, state).then(
      (flow) => done(null, flow ? flow.code_verifier : false, flow ? undefined : { message: 'unknown state' }),
      (error: Error) => done(error),
    );
  }

  private async begin(request: Request, verifier: string): Promise<string> {
    const { redirect = '/dashboard' } = request.query;
    // The code goes to this address: whatever route brought the request here, it is a page of this site.
    if (typeof redirect !== 'string' || !isOwnPath(redirect)) throw new Error('a sign-in would end on another site');
    const known = this.cookies.read(request, SIGN_IN_FLOW_COOKIE);
    // A second tab must not void the first tab's sign-in: the browser keeps its secret.
    const browser = known && known.length === 43 ? known : newToken();
    const state = newToken();
    const now = this.clock.now();
    await this.flows.insertFlow({
      id: newId(),
      browser,
      state,
      code_verifier: verifier,
      redirect,
      created_at: now,
      expires_at: new Date(now.getTime() + FLOW_LIFETIME_MS),
    });
    request.res?.append('Set-Cookie', this.cookies.issue(SIGN_IN_FLOW_COOKIE, browser, COOKIE_SECONDS));
    return state;
  }

  private async resume(request: SignInRequest, state: unknown): Promise<OpenFlow | undefined> {
    const browser = this.cookies.read(request, SIGN_IN_FLOW_COOKIE);
    if (typeof state !== 'string' || !browser) return undefined;
    // Before Google is asked: one start is one question.
    const flow = await this.flows.takeFlow(state, browser, this.clock.now());
    if (flow) request.signInFlow = flow;
    return flow;
  }
}

/** What Google says of a person who signed in. */
export interface GoogleIdentity {
  sub: string;
  email: string;
  name: string;
  pictureUrl: string | undefined;
}

/** Stands where no Google client is configured: passport wants values, the guard refuses before they are used. */
const UNCONFIGURED = 'not-configured';

/** passport-google-oauth20 with code, state and PKCE; the addresses can point to a stand-in. */
@Injectable()
export class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(config: AppConfig, store: GoogleFlowStore) {
    const { google } = config;
    const options = {
      clientID: google.clientId ?? UNCONFIGURED,
      clientSecret: google.clientSecret ?? UNCONFIGURED,
      callbackURL: `${config.publicUrl}/api/auth/google/callback`,
      scope: ['openid', 'email', 'profile'],
      pkce: true,
      state: true,
      store,
      ...(google.authUrl ? { authorizationURL: google.authUrl } : {}),
      ...(google.tokenUrl ? { tokenURL: google.tokenUrl } : {}),
      ...(google.userInfoUrl ? { userProfileURL: google.userInfoUrl } : {}),
    };
    super(options as unknown as StrategyOptions);
    this._oauth2.useAuthorizationHeaderforGET(true);
    limitRequests(this._oauth2, GOOGLE_ANSWERS_WITHIN_MS);
  }

  /** @returns the identity, or false when Google has not verified the address */
  validate(_accessToken: string, _refreshToken: string, profile: Profile): GoogleIdentity | false {
    const { sub, email, email_verified: verified, name, picture } = profile._json;
    if (!sub || !email || verified !== true) return false;
    const address = email.trim().toLowerCase();
    return { sub, email: address, name: nameOf(name) ?? address, pictureUrl: picture };
  }
}

/** Everybody can call themselves as they like at Google: the rule of our own forms holds. */
function nameOf(given: string | undefined): string | undefined {
  const name = (given ?? '').trim().slice(0, 120);
  return name !== '' && nameProblem(name) === undefined && !claimsProduct(name) ? name : undefined;
}
