import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../../common/clock/clock';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { newId } from '../../common/database/ids';
import { CookieNames, readCookies } from '../../common/http/cookies';
import { SignInFlow, SignInFlowRepository } from './sign-in-flow.repository';

const FLOW_LIFETIME_MS = 10 * 60_000;
/** Outlives the flow and the code that it ends with. */
const COOKIE_SECONDS = 12 * 60;

/** A request between Google's answer and ours. */
export interface SignInRequest extends Request {
  signInFlow?: SignInFlow;
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
    private readonly names: CookieNames,
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
    const known = readCookies(request)[this.names.signInFlow];
    // A second tab must not void the first tab's sign-in: the browser keeps its secret.
    const browser = known && known.length === 43 ? known : newToken();
    const state = newToken();
    const now = this.clock.now();
    await this.flows.insert({
      id: newId(),
      browserHash: hashToken(browser),
      stateHash: hashToken(state),
      verifier,
      redirect: String(request.query['redirect'] ?? '/dashboard'),
      now,
      expiresAt: new Date(now.getTime() + FLOW_LIFETIME_MS),
    });
    request.res?.append('Set-Cookie', this.names.issue(this.names.signInFlow, browser, COOKIE_SECONDS));
    return state;
  }

  private async resume(request: SignInRequest, state: unknown): Promise<SignInFlow | undefined> {
    const browser = readCookies(request)[this.names.signInFlow];
    if (typeof state !== 'string' || !browser) return undefined;
    const flow = await this.flows.findOpen(hashToken(state), hashToken(browser), this.clock.now());
    if (flow) request.signInFlow = flow;
    return flow;
  }
}
