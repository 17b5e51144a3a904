import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { hashToken, newToken } from '../../../common/crypto/tokens';
import { Database, newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { browserLabel, CookieNames, readCookies } from '../../../common/http/cookies';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { SessionService } from '../../auth/sessions/session.service';
import { SignedIn } from '../../auth/sign-in/sign-in.service';
import { UserRepository } from '../../auth/sign-in/user.repository';
import { TrustedBrowserDto } from '../account/account.dto';
import * as messages from '../messages';
import { TrustedBrowserRepository } from './trusted-browser.repository';

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

const DAY_MS = 24 * 3_600_000;
const TRUSTED_FOR_MS = 90 * DAY_MS;

/** Browsers that sign in without a code, because their owner said so after a proof. */
@Injectable()
export class TrustedBrowsers {
  constructor(
    private readonly repository: TrustedBrowserRepository,
    private readonly secrets: BrowserSecrets,
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(user: CurrentUserData, { hash }: Browser): Promise<TrustedBrowserDto[]> {
    const rows = await this.repository.listOf(user.id, this.clock.now());
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      current: row.browser_hash.equals(hash),
    }));
  }

  /** @throws DomainError not_found */
  async revoke(user: CurrentUserData, id: string, actor: Actor): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.repository.endOwned(user.id, id, tx))) throw new DomainError('not_found', messages.noSuchBrowser);
      await this.activity.record(tx, actor, { action: 'revoke_trusted_browser', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
    });
  }

  /** Trusts the browser of a proof for 90 days, under a new secret. @returns that secret's `Set-Cookie` value */
  async trust(tx: Queryable, userId: string, { request, browser }: Visit, actor: Actor): Promise<string> {
    const now = this.clock.now();
    const renewed = this.secrets.renew();
    await this.repository.rebind(browser.hash, renewed.hash, tx);
    const expiresAt = new Date(now.getTime() + TRUSTED_FOR_MS);
    await this.repository.trust({ id: newId(), userId, hash: renewed.hash, label: browserLabel(request), now, expiresAt }, tx);
    await this.activity.record(tx, actor, { action: 'trust_browser', subjectType: 'client', subjectId: userId, clientIds: [userId] });
    return renewed.cookie;
  }

  /** A sign-in by trust. Once a day it counts as a proof. @returns when the client proved who they are, if this did */
  async use(tx: Queryable, id: string): Promise<Date | null> {
    const now = this.clock.now();
    return (await this.repository.use(id, now, new Date(now.getTime() - DAY_MS), tx)) ? now : null;
  }

  /** @param except the browser that stays trusted, if one does */
  async endAllOf(tx: Queryable, userId: string, except?: Browser): Promise<void> {
    await this.repository.endAllOf(userId, tx, except?.hash ?? null);
  }
}

/** A client who is signed in now, with the cookies that make it so. */
export interface ClientSignIn {
  signedIn: SignedIn;
  cookies: string[];
}

/** What a new session knows of its client. */
export interface ProofState {
  verified: boolean;
  provedAt: Date | null;
}

/** Begins and ends clients' sessions. */
@Injectable()
export class ClientSessions {
  constructor(
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly trusted: TrustedBrowsers,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** A new session with a new token; the browser's earlier session ends with its cookie, whosever it was. */
  async begin(tx: Queryable, userId: string, visit: Visit, proof: ProofState): Promise<ClientSignIn> {
    const { signIn } = await this.open(tx, userId, visit, proof);
    await this.logSignIn(tx, signIn, visit);
    return signIn;
  }

  /** The session of a browser that is trusted. Once a day such a sign-in counts as a proof. */
  async beginByTrust(tx: Queryable, userId: string, trustedId: string, visit: Visit): Promise<ClientSignIn> {
    return this.begin(tx, userId, visit, { verified: true, provedAt: await this.trusted.use(tx, trustedId) });
  }

  /** The session of a browser that has just proved the address; every other session of the account ends. */
  async beginByProof(tx: Queryable, userId: string, visit: Visit): Promise<ClientSignIn> {
    const { signIn, before } = await this.open(tx, userId, visit, { verified: true, provedAt: this.clock.now() });
    await this.sessions.endAllOf(tx, userId, signIn.signedIn.session.sessionId);
    // Who was signed in here already has only proved it afresh.
    if (before !== userId) await this.logSignIn(tx, signIn, visit);
    return signIn;
  }

  /** Ends every session and all trust: whoever comes next needs a code. */
  async endAccess(tx: Queryable, userId: string): Promise<void> {
    await this.sessions.endAllOf(tx, userId);
    await this.trusted.endAllOf(tx, userId);
  }

  private async open(tx: Queryable, userId: string, visit: Visit, proof: ProofState): Promise<{ signIn: ClientSignIn; before: string | undefined }> {
    const { request, actor, browser } = visit;
    const before = await this.sessions.end(tx, request);
    const options = { address: actor.address, browser: browserLabel(request), ...proof };
    const { cookie, session } = await this.sessions.begin(tx, { id: userId, userType: 'client' }, options);
    await this.users.markSignIn(userId, this.clock.now(), tx);
    const user = await this.users.findById(userId, tx);
    if (!user) throw new Error('a session began for nobody');
    return { signIn: { signedIn: { user, session }, cookies: browser.cookie ? [cookie, browser.cookie] : [cookie] }, before: before?.id };
  }

  private async logSignIn(tx: Queryable, { signedIn }: ClientSignIn, { actor }: Visit): Promise<void> {
    const { id } = signedIn.user;
    const details = { verified: signedIn.session.verified };
    await this.activity.record(tx, actorOf(signedIn, actor), { action: 'login', subjectType: 'user', subjectId: id, clientIds: [id], details });
  }
}

/** Who acts from the moment of signing in on. */
export function actorOf({ user, session }: SignedIn, { address }: Actor): Actor {
  return { type: 'client', id: user.id, sessionId: session.sessionId, address };
}
