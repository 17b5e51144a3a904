import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { browserLabel } from '../../../common/http/cookies';
import { connectionOf, CONNECTIONS_PER_SUBNET, Limit, LimitEntry, Limits, subnetOf } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { DEVELOPMENT_ADMIN } from '../../../config/production';
import * as messages from '../messages';
import { SecondFactorDemand, SecondFactorService, SetupOffer } from '../second-factor/second-factor.service';
import { BegunSession, LiveSession, SessionService } from '../sessions/session.service';
import { AdministratorRepository, AdministratorRow } from './administrator.repository';
import { PasswordHasher } from './password';

/** An administrator with the session that a request is made with. */
export interface CurrentAdministrator {
  administrator: AdministratorRow;
  session: LiveSession;
}

/** An administrator whose session has just begun. */
export interface EnteredAdministrator extends BegunSession {
  administrator: AdministratorRow;
}

/** The session opens nothing yet when the account owes its second factor. */
export interface ArrivedAdministrator extends EnteredAdministrator {
  demand: SecondFactorDemand | undefined;
}

const WINDOW_MS = 15 * 60_000;
/** A connection may fail this many times as often as one name from it: guessing names is guessing too. */
const NAMES_PER_CONNECTION = 10;
/** In the log stands the first failure of a name from a connection; more are counted, for the log is kept for years. */
const WRITTEN_DOWN: Limit = { scope: 'admin-login-written', max: 1, windowMs: WINDOW_MS };

/**
 * An administrator's way in: username and password, with a lock after too many failures, then the second factor where there is one.
 * Also whose session a request of the administrators' area has.
 */
@Injectable()
export class AdministratorSignInService {
  private readonly perName: Limit;
  private readonly perConnection: Limit;
  private readonly perSubnet: Limit;
  /** The last hash that the hint looked at, so that opening the page costs no hashing. */
  private hinted: { hash: string; isDevelopment: boolean } | undefined;

  constructor(
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {
    const max = config.administration.failureLimit;
    this.perName = { scope: 'admin-login', max, windowMs: WINDOW_MS, inProcess: true };
    this.perConnection = { scope: 'admin-login-connection', max: NAMES_PER_CONNECTION * max, windowMs: WINDOW_MS, inProcess: true };
    this.perSubnet = { scope: 'admin-login-subnet', max: CONNECTIONS_PER_SUBNET * this.perConnection.max, windowMs: WINDOW_MS, inProcess: true };
  }

  /**
   * What the sign-in page of a development machine shows.
   * @throws DomainError not_found in production, and once the development administrator is closed or has another password
   */
  async hint(): Promise<{ username: string; password: string }> {
    const administrator = this.config.production ? undefined : await this.repository.findDevelopmentAdministrator();
    if (!administrator || !(await this.hasKnownPassword(administrator.password_hash))) throw new DomainError('not_found', messages.noHint);
    return { username: administrator.username, password: DEVELOPMENT_ADMIN.password };
  }

  /**
   * The browser's earlier session ends with its cookie.
   * @throws DomainError unauthenticated for anything that is not right, too_many past the limit, unavailable in a crowd
   */
  async enter(request: Request, typed: { username: string; password: string }, actor: Actor): Promise<ArrivedAdministrator> {
    const known = await this.check(typed.username.toLowerCase(), typed.password, actor);
    if (!known) throw new DomainError('unauthenticated', messages.wrongCredentials);
    const anew = this.hasher.isOutdated(known.password_hash) ? await this.hasher.hash(typed.password) : undefined;
    return this.works.begin(actor, async (work) => {
      const demand = await this.secondFactors.demand(work, { kind: 'admin', id: known.id });
      const administrator = await this.repository.lockAdministrator(known.id, work.tx);
      // Closed or given another password meanwhile.
      if (!administrator?.is_active || administrator.password_hash !== known.password_hash) {
        throw new DomainError('unauthenticated', messages.wrongCredentials);
      }
      if (anew) await this.repository.replaceHash(known.id, anew, known.password_hash, work.tx);
      await this.sessions.end(work, request, 'admin');
      const entered = await this.begin(work, request, administrator, demand);
      if (demand) await this.record(work, entered, 'second_factor_asked');
      else await this.signIn(work, entered);
      return { ...entered, demand };
    });
  }

  async offerSecondFactor(current: CurrentUserData): Promise<SetupOffer> {
    const { username } = (await this.repository.findAdministrator(current.id)) ?? signedOut();
    return this.secondFactors.offer(current, { kind: 'admin', id: current.id }, username);
  }

  /** Turns it on; the session goes on under a new token. */
  confirmSecondFactor(request: Request, current: CurrentUserData, code: string, actor: Actor): Promise<EnteredAdministrator & { recoveryCodes: string[] }> {
    return this.secondFactors.confirm(current, { kind: 'admin', id: current.id }, code, actor, (work) => this.complete(work, request, current));
  }

  /** @throws DomainError conflict when the sign-in is complete already */
  verifySecondFactor(request: Request, current: CurrentUserData, code: string, actor: Actor): Promise<EnteredAdministrator> {
    if (!current.pendingSecondFactor) throw new DomainError('conflict', messages.alreadySignedIn);
    return this.secondFactors.verify({ kind: 'admin', id: current.id }, code, actor, (work) => this.complete(work, request, current));
  }

  /**
   * For what a session alone does not open: password and code anew. Wrong ones count as they do at the sign-in, and a code is used up.
   * @param then what they open, in the work that uses the code up; a throw would give the code back, so it returns its refusals
   * @throws DomainError forbidden without two-step sign-in, rule for a wrong password or code, too_many past the limit of either,
   *   unauthenticated when the account was closed or given another password meanwhile
   */
  async prove<T>(current: CurrentUserData, typed: { password: string; code: string }, actor: Actor, then: (work: Work) => Promise<T>): Promise<T> {
    const account = { kind: 'admin', id: current.id } as const;
    if (!(await this.secondFactors.isOn(account))) throw new DomainError('forbidden', messages.secondFactorFirst);
    const { username } = (await this.repository.findAdministrator(current.id)) ?? signedOut();
    const known = await this.check(username, typed.password, actor);
    if (!known) throw new DomainError('rule', messages.wrongPassword, { errors: [{ field: 'password', message: messages.wrongPassword }] });
    return this.secondFactors.prove(account, typed.code, actor, async (work) => {
      const administrator = await this.repository.lockAdministrator(current.id, work.tx);
      if (!administrator?.is_active || administrator.password_hash !== known.password_hash) return signedOut();
      return then(work);
    });
  }

  /** Looking does not move the idle limit. @throws DomainError unauthenticated */
  async look(request: Request): Promise<CurrentAdministrator> {
    const session = await this.sessions.find(request, 'admin');
    const administrator = session && (await this.repository.findAdministrator(session.id));
    if (!session || !administrator) return signedOut();
    return { administrator, session };
  }

  /** The idle limit starts anew; the absolute one stays. @throws DomainError unauthenticated */
  async extend(request: Request): Promise<CurrentAdministrator> {
    const { administrator, session } = await this.look(request);
    return { administrator, session: await this.sessions.extend(session) };
  }

  /** An unknown name is answered like a known one, in words and in time. @returns undefined for anything that is not right; it is counted */
  private async check(username: string, password: string, actor: Actor): Promise<AdministratorRow | undefined> {
    const connection = connectionOf(actor.address);
    // Counted before the password is looked at, so that guesses at the same moment count as well; what was right is taken back.
    const named = `${username} ${connection}`;
    const counted: LimitEntry[] = [
      [this.perSubnet, subnetOf(actor.address)],
      [this.perConnection, connection],
      [this.perName, named],
    ];
    const wait = await this.limits.reserve(...counted);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyFailures, { retryAfterSeconds: wait });
    const known = await this.repository.findAdministratorByName(username);
    const right = await this.verified(known, password, actor, counted);
    if (known?.is_active && right) {
      await this.limits.release(...counted);
      return known;
    }
    await this.works.begin(actor, async (work) => {
      const isFirst = (await this.limits.reserveIn(work.tx, [[WRITTEN_DOWN, named]])) === 0;
      // What a stranger typed is not kept; only whom it was aimed at, where there is somebody.
      if (known && isFirst) await work.record({ action: 'admin_login_failed', subjectType: 'administrator', subjectId: known.id });
      else await work.tally('admin_login_failed');
    });
    return undefined;
  }

  private async verified(known: AdministratorRow | undefined, password: string, { address }: Actor, counted: LimitEntry[]): Promise<boolean> {
    try {
      return await this.hasher.verify(known?.password_hash, password, address);
    } catch (error) {
      // Nothing was guessed.
      await this.limits.release(...counted);
      throw error;
    }
  }

  /**
   * After a code of the second factor: the request's session, waiting or whole, is replaced by one under a new token.
   * @throws DomainError unauthenticated when it has ended or the account was closed meanwhile
   */
  private async complete(work: Work, request: Request, current: CurrentUserData): Promise<EnteredAdministrator> {
    const administrator = await this.repository.lockAdministrator(current.id, work.tx);
    const ended = await this.sessions.end(work, request, 'admin');
    if (!administrator?.is_active || ended?.sessionId !== current.sessionId) return signedOut();
    const entered = await this.begin(work, request, administrator);
    if (current.pendingSecondFactor) await this.signIn(work, entered);
    return entered;
  }

  private async begin(work: Work, request: Request, administrator: AdministratorRow, demand?: SecondFactorDemand): Promise<EnteredAdministrator> {
    const options = { address: work.actor.address, browser: browserLabel(request), provedAt: work.now(), demand };
    return { ...(await this.sessions.begin(work, { id: administrator.id, userType: 'admin' }, options)), administrator };
  }

  private async signIn(work: Work, entered: EnteredAdministrator): Promise<void> {
    await this.repository.markAdministratorSignIn(entered.administrator.id, work.tx);
    await this.record(work, entered, 'admin_login_success');
  }

  private async record(work: Work, { administrator, session }: EnteredAdministrator, action: string): Promise<void> {
    const self: Actor = { ...work.actor, type: 'admin', id: administrator.id, sessionId: session.sessionId };
    await work.as(self).record({ action, subjectType: 'administrator', subjectId: administrator.id });
  }

  private async hasKnownPassword(hash: string): Promise<boolean> {
    if (this.hinted?.hash !== hash) this.hinted = { hash, isDevelopment: await this.hasher.verify(hash, DEVELOPMENT_ADMIN.password) };
    return this.hinted.isDevelopment;
  }
}

function signedOut(): never {
  throw new DomainError('unauthenticated', messages.signInFirst);
}
