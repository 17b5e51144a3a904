import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { browserLabel } from '../../common/http/browser-label';
import { ActivityLog } from '../activity-log/activity-log.service';
import { SignedIn } from '../auth/user-sign-in.service';
import { SessionService } from '../auth/session.service';
import { UserRepository } from '../auth/user.repository';
import { Visit } from './browser-secrets';
import { TrustedBrowsers } from './trusted-browsers.service';

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
