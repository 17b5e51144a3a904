import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData, hasFreshProof } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { browserLabel, Cookies } from '../../../common/http/cookies';
import { Limit, Limits } from '../../../common/limits/limits';
import { Activity, Work, Works } from '../../../common/work/work';
import { AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { SessionService } from '../../auth/sessions/session.service';
import { AccountsService, SignedIn } from '../../auth/sign-in/accounts.service';
import { AccountNotices } from '../account/account-notices.service';
import { TrustedBrowserDto } from '../account/account.dto';
import * as messages from '../messages';
import { aboutClient } from '../persons/persons.service';
import { Trust, TrustedBrowserRepository } from './trusted-browser.repository';
import { Browser, newBrowserSecret, Visit } from '../../../common/access/visit';

const DAY_MS = 24 * 3_600_000;
const TRUSTED_FOR_MS = 90 * DAY_MS;

/** A client who is signed in now, with the cookies that make it so. */
export interface ClientSignIn {
  signedIn: SignedIn;
  cookies: string[];
}

/** What a new session knows of its client. */
export interface ProofState {
  verified: boolean;
  provedAt: Date | null;
  /** The trust that stood in for a code. */
  trustId?: string;
}

/** Every sign-out is an entry that is kept six years: whoever comes and goes all the time gives a code after that many. */
const BY_TRUST: Limit = { scope: 'sign-in-by-trust', max: 60, windowMs: 60 * 60_000 };

/** Clients' sessions, and the browsers that begin one without a code because their owner said so after a proof. */
@Injectable()
export class ClientSessionsService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly cookies: Cookies,
    private readonly keys: KeyRing,
    private readonly sessions: SessionService,
    private readonly users: AccountsService,
    private readonly trusted: TrustedBrowserRepository,
    private readonly limits: Limits,
    private readonly notices: AccountNotices,
  ) {}

  /** Who is signed in in a browser. */
  async findHere({ request }: Visit): Promise<CurrentUserData['id'] | undefined> {
    return (await this.sessions.find(request))?.id;
  }

  /** The client who is signed in in a browser and has just proved who they are. */
  async findProvedHere({ request }: Visit): Promise<CurrentUserData['id'] | undefined> {
    const session = await this.sessions.find(request);
    return session?.userType === 'client' && session.verified && hasFreshProof(session, this.clock.now()) ? session.id : undefined;
  }

  /** A new session with a new token; the browser's earlier session ends with its cookie, whosever it was. */
  async begin(work: Work, userId: string, visit: Visit, proof: ProofState): Promise<ClientSignIn> {
    // Whoever registered an address may come as often as they like: there is one such session, and the log gets how often.
    if (!proof.verified) await this.sessions.endAllOf(work, userId);
    const { signIn } = await this.open(work, userId, visit, proof);
    const self = asSignedIn(work, signIn.signedIn);
    if (proof.verified) await self.recordRecurring(signInDeed(signIn));
    else await self.tally('login');
    return signIn;
  }

  /**
   * The one session of a browser that is trusted: an earlier one ends. Once a day such a sign-in counts as a proof.
   * @param awaitsObjection the account was moved, and the address before may object: then it does not
   * @returns undefined when the trust was taken away a moment ago, and past the limit: a code is asked for then
   */
  async beginByTrust(work: Work, trust: Trust, visit: Visit, awaitsObjection: boolean): Promise<ClientSignIn | undefined> {
    if ((await this.limits.reserveIn(work.tx, [[BY_TRUST, trust.user_id]])) > 0) return undefined;
    const now = work.now();
    const isProof = await this.trusted.useTrust(trust, now, new Date(now.getTime() - DAY_MS), work.tx);
    if (isProof === undefined) return undefined;
    await this.sessions.endAllOfTrust(work, trust.id);
    return this.begin(work, trust.user_id, visit, { verified: true, provedAt: isProof && !awaitsObjection ? now : null, trustId: trust.id });
  }

  /**
   * The session of a browser that has just proved the address; every other session of the account ends. The trust that ends with it does so
   * once the proof is in the log: {@link endTrustOfOthers}.
   * @param isProof false where the address before may still object, and the code went to the new one: it signs in and proves nothing of before
   * @param formerId the account's id until this proof
   */
  async beginByProof(work: Work, userId: string, visit: Visit, formerId: string, isProof: boolean): Promise<ClientSignIn> {
    await this.trusted.rememberProof({ user_id: userId, browser_hash: visit.browser.hash, proved_at: work.now() }, work.tx);
    const { signIn, before } = await this.open(work, userId, visit, { verified: true, provedAt: isProof ? work.now() : null });
    await this.sessions.endAllOf(work, formerId, signIn.signedIn.session.sessionId);
    if (formerId !== userId) await this.sessions.endAllOf(work, userId, signIn.signedIn.session.sessionId);
    // Who was signed in here already has only proved it afresh.
    if (before !== formerId) await asSignedIn(work, signIn.signedIn).record(signInDeed(signIn));
    return signIn;
  }

  /** Ends every session and all trust: whoever comes next needs a code. */
  async endAccess(work: Work, userId: string): Promise<void> {
    await this.sessions.endAllOf(work, userId);
    await this.trusted.endAllTrustOf(userId, work.tx);
  }

  /** Ends all trust but that of a browser. */
  async endTrustOfOthers(work: Work, userId: string, { hash }: Browser): Promise<void> {
    await this.trusted.endOtherTrustOf(userId, hash, work.now(), work.tx);
  }

  /** Ends every session and all trust but those of the browser that asks. */
  async endAccessOfOthers(work: Work, user: CurrentUserData, browser: Browser): Promise<void> {
    await this.sessions.endAllOf(work, user.id, user.sessionId);
    await this.endTrustOfOthers(work, user.id, browser);
  }

  /**
   * A browser that registers an account, or gives a proof and is trusted or will be, gets a new secret: a copy of the one before is worth nothing from then on.
   * @returns the browser to go on with
   */
  async renewBrowser(work: Work, userId: string, browser: Browser, trust: boolean): Promise<Browser> {
    if (!trust && !(await this.trusted.isTrusted(userId, browser.hash, work.tx))) return browser;
    const renewed = newBrowserSecret(this.cookies, this.keys);
    await this.trusted.rebindBrowser(browser.hash, renewed.hash, work.tx);
    return renewed;
  }

  /** Trusts the browser of a proof for 90 days; the owner is told by mail. @param email of the account, which was just proved */
  async trust(work: Work, { id: userId, email }: { id: string; email: string }, { request, browser }: Visit): Promise<void> {
    const now = work.now();
    const times = { created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + TRUSTED_FOR_MS) };
    const label = browserLabel(request);
    await this.trusted.insertTrust({ id: newId(), user_id: userId, browser_hash: browser.hash, label, ...times }, work.tx);
    await work.record({ action: 'trust_browser', ...aboutClient(userId) });
    await this.notices.trusted(work, email, label);
  }

  /** The browsers that a client trusts, newest first. */
  async listTrusted(user: CurrentUserData, { hash }: Browser): Promise<TrustedBrowserDto[]> {
    const rows = await this.trusted.listTrusted(user.id, this.clock.now());
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      current: row.browser_hash.equals(hash),
    }));
  }

  /** Ends a browser's trust with every session that stands on it, be it the one that asks. @throws DomainError not_found */
  async revokeTrusted(user: CurrentUserData, id: string, actor: Actor): Promise<void> {
    await this.works.begin(actor, async (work) => {
      if (!(await this.trusted.endOwnedTrust(user.id, id, work.tx))) throw new DomainError('not_found', messages.noSuchBrowser);
      await work.record({ action: 'revoke_trusted_browser', ...aboutClient(user.id), details: { trust_id: id } });
    });
  }

  /** Trust that this product did not write, or ended. */
  @Audits()
  async auditTrust(): Promise<AuditProblem[]> {
    return (await this.trusted.listForeign(this.clock.now())).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignTrust(id) }));
  }

  /** @returns the sign-in, and who was signed in here before it */
  private async open(work: Work, userId: string, visit: Visit, proof: ProofState): Promise<{ signIn: ClientSignIn; before: string | undefined }> {
    const { request, browser } = visit;
    const before = await this.sessions.end(work, request);
    const { user, session, cookie } = await this.users.beginClientSession(work, request, userId, proof);
    return { signIn: { signedIn: { user, session }, cookies: browser.cookie ? [cookie, browser.cookie] : [cookie] }, before: before?.id };
  }
}

function signInDeed({ signedIn: { user, session } }: ClientSignIn): Activity {
  return { action: 'login', subjectType: 'user', subjectId: user.id, clientIds: [user.id], details: { verified: session.verified } };
}

/** The same work, done by the client from the moment of signing in on. */
export function asSignedIn(work: Work, { user, session }: SignedIn): Work {
  return work.as({ type: 'client', id: user.id, sessionId: session.sessionId, address: work.actor.address });
}
