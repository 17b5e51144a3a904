import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Visit } from './browser-secrets';
import { ClientAccountRepository } from './client-account.repository';
import { ClientSessions, ClientSignIn } from './client-session.service';
import * as messages from './messages';
import { askAgainIn, SignInCodes } from './sign-in-codes.service';
import { SignInLimits } from './sign-in-limits.service';

const REGISTERED_HERE_MS = 10 * 60_000;

/** What came of asking to sign in by an address. */
type LoginOutcome = ClientSignIn | 'code_sent' | 'unknown' | { waitSeconds: number };

/** Signing in by an email address alone: enough for a browser that is trusted or has just registered, the first step for any other. */
@Injectable()
export class ClientLogin {
  constructor(
    private readonly database: Database,
    private readonly accounts: ClientAccountRepository,
    private readonly limits: SignInLimits,
    private readonly codes: SignInCodes,
    private readonly sessions: ClientSessions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the sign-in, or nothing when a code is asked for
   * @throws DomainError not_found for an address without an account, while few of them were asked for; too_many
   */
  async login(email: string, visit: Visit): Promise<ClientSignIn | undefined> {
    const outcome = await this.database.transaction((tx) => this.attempt(tx, email, visit));
    if (outcome === 'unknown') throw new DomainError('not_found', messages.accountNotFound);
    if (outcome === 'code_sent') return undefined;
    return 'waitSeconds' in outcome ? askAgainIn(outcome.waitSeconds) : outcome;
  }

  /** For an address with an account and for one without, the same statements run in the same order: the time it takes tells nothing. */
  private async attempt(tx: Queryable, email: string, visit: Visit): Promise<LoginOutcome> {
    const { actor, browser } = visit;
    await this.limits.lock(tx, actor.address);
    await this.codes.lock(tx, email);
    const now = this.clock.now();
    const at = { now, registeredAfter: new Date(now.getTime() - REGISTERED_HERE_MS) };
    const account = await this.accounts.findForSignIn(email, browser.hash, at, tx);
    if (account?.trusted_id) return this.sessions.beginByTrust(tx, account.id, account.trusted_id, visit);
    if (account?.registered_here) return this.sessions.begin(tx, account.id, visit, { verified: false, provedAt: null });
    const exceeded = await this.limits.areExceeded(tx, actor.address);
    if (!exceeded) await this.limits.count(tx, actor.address, account !== undefined);
    const answered = account !== undefined || exceeded;
    const asked = await this.codes.ask(tx, { purpose: 'sign_in', email, userId: account?.id ?? null, answered }, visit);
    if ('waitSeconds' in asked) return asked;
    return answered ? 'code_sent' : 'unknown';
  }
}
