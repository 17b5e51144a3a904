import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, LimitEntry, Limits } from '../../../common/limits/limits';
import { AppConfig } from '../../../config/app-config';
import { DEVELOPMENT_ADMIN } from '../../../config/environment';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { SecondFactorService, SecondFactorSetup, SetupOffer } from '../second-factor/second-factor.service';
import { LiveSession, SessionService } from '../sessions/session.service';
import { AdministratorSignIn, ArrivedAdministrator, EnteredAdministrator } from '../sign-in/sign-in.service';
import { AdministratorCredentials } from './administrator-credentials.service';
import { AdministratorRepository, AdministratorRow } from './administrator.repository';
import { checkNewPassword, checkUsername, PasswordHasher } from './password';

/** An administrator's way in: password first, then the second factor where there is one. */
@Injectable()
export class AdministratorAccess {
  constructor(
    private readonly database: Database,
    private readonly credentials: AdministratorCredentials,
    private readonly repository: AdministratorRepository,
    private readonly signIn: AdministratorSignIn,
    private readonly secondFactors: SecondFactorService,
    private readonly setup: SecondFactorSetup,
  ) {}

  /** @throws DomainError unauthenticated, too_many, unavailable */
  async enter(request: Request, typed: { username: string; password: string }, actor: Actor): Promise<ArrivedAdministrator> {
    const known = await this.credentials.check(typed.username, typed.password, actor);
    return this.database.transaction((tx) => this.signIn.arrive(tx, request, known, actor));
  }

  async offerSecondFactor(current: CurrentUserData): Promise<SetupOffer> {
    const administrator = await this.repository.findById(current.id);
    if (!administrator) throw new DomainError('unauthenticated', messages.signInFirst);
    return this.setup.offer({ kind: 'admin', id: current.id }, administrator.username);
  }

  /** Turns it on; the session goes on under a new token. */
  confirmSecondFactor(request: Request, current: CurrentUserData, code: string, actor: Actor): Promise<EnteredAdministrator & { recoveryCodes: string[] }> {
    return this.setup.confirm({ kind: 'admin', id: current.id }, code, actor, (tx) => this.signIn.complete(tx, request, current, actor));
  }

  /** @throws DomainError conflict when the sign-in is complete already */
  verifySecondFactor(request: Request, current: CurrentUserData, code: string, actor: Actor): Promise<EnteredAdministrator> {
    if (!current.pendingSecondFactor) throw new DomainError('conflict', messages.alreadySignedIn);
    return this.secondFactors.verify({ kind: 'admin', id: current.id }, code, actor, (tx) => this.signIn.complete(tx, request, current, actor));
  }
}

/** An administrator with the session that a request is made with. */
export interface CurrentAdministrator {
  administrator: AdministratorRow;
  session: LiveSession;
}

/** Whose session a request of the administrators' area has, and how long it lasts. */
@Injectable()
export class AdministratorSession {
  constructor(
    private readonly repository: AdministratorRepository,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Looking does not move the idle limit.
   * @throws DomainError unauthenticated
   */
  async look(request: Request): Promise<CurrentAdministrator> {
    const session = await this.sessions.find(request, 'admin');
    const administrator = session && (await this.repository.findById(session.id));
    if (!session || !administrator) throw new DomainError('unauthenticated', messages.signInFirst);
    return { administrator, session };
  }

  /**
   * The idle limit starts anew; the absolute one stays.
   * @throws DomainError unauthenticated
   */
  async extend(request: Request): Promise<CurrentAdministrator> {
    const { administrator, session } = await this.look(request);
    return { administrator, session: await this.sessions.extend(session) };
  }
}

/** A session that somebody else sits at must not be good for guessing. */
const WRONG_CURRENT: Limit = { scope: 'admin-password', max: 5, windowMs: 15 * 60_000 };

/** An administrator's change of the own password. */
@Injectable()
export class AdministratorPassword {
  constructor(
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    private readonly sessions: SessionService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * The administrator's other sessions end.
   * @throws DomainError forbidden for a wrong current password, too_many after five, rule for one that everybody knows
   */
  async change(current: CurrentUserData, typed: { currentPassword: string; newPassword: string }, actor: Actor): Promise<void> {
    checkNewPassword(typed.newPassword);
    const knownHash = await this.verifyCurrent(current.id, typed.currentPassword);
    if (typed.newPassword === typed.currentPassword) throw refusal('rule', 'new_password', messages.passwordSame);
    const passwordHash = await this.hasher.hash(typed.newPassword);
    await this.database.transaction(async (tx) => {
      if (!(await this.repository.setPassword(current.id, passwordHash, tx, knownHash))) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.sessions.endAllOf(tx, current.id, current.sessionId);
      await this.activity.record(tx, actor, { action: 'change_password', subjectType: 'administrator', subjectId: current.id });
    });
  }

  /** @returns the hash that the password was checked against */
  private async verifyCurrent(id: string, password: string): Promise<string> {
    const counted: LimitEntry = [WRONG_CURRENT, id];
    const wait = await this.limits.reserve(counted);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyFailures, { retryAfterSeconds: wait });
    const administrator = await this.repository.findById(id);
    if (!(await this.hasher.verify(administrator?.password_hash, password)) || !administrator) {
      throw refusal('forbidden', 'current_password', messages.wrongCurrentPassword);
    }
    await this.limits.release(counted);
    return administrator.password_hash;
  }
}

function refusal(code: 'forbidden' | 'rule', field: string, message: string): DomainError {
  return new DomainError(code, message, { errors: [{ field, message }] });
}

/** What the sign-in page of a development machine shows. */
@Injectable()
export class LoginHint {
  /** The last hash that was looked at, so that opening the page costs no hashing. */
  private known: { hash: string; isDevelopment: boolean } | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError not_found in production, and once the development administrator is closed or has another password */
  async show(): Promise<{ username: string; password: string }> {
    const administrator = this.config.production ? undefined : await this.repository.findDevelopment();
    if (!administrator || !(await this.hasKnownPassword(administrator.password_hash))) throw new DomainError('not_found', messages.noHint);
    return { username: administrator.username, password: DEVELOPMENT_ADMIN.password };
  }

  private async hasKnownPassword(hash: string): Promise<boolean> {
    if (this.known?.hash !== hash) this.known = { hash, isDevelopment: await this.hasher.verify(hash, DEVELOPMENT_ADMIN.password) };
    return this.known.isDevelopment;
  }
}

/** What the API does about administrators when it starts. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  constructor(
    private readonly config: AppConfig,
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws Error in production, while somebody could sign in with the password of development machines */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.production) await this.refuseKnownPasswords();
    await this.ensureFirst();
  }

  private async refuseKnownPasswords(): Promise<void> {
    for (const administrator of await this.repository.findActive()) {
      const isKnown = administrator.is_development || (await this.hasher.verify(administrator.password_hash, DEVELOPMENT_ADMIN.password));
      if (isKnown) throw new Error(messages.developmentInProduction(administrator.username));
    }
  }

  /** The one that the environment names; who is there already stays as they are. */
  private async ensureFirst(): Promise<void> {
    const { first } = this.config.administration;
    if (!first) return;
    const username = checkUsername(first.username);
    if (await this.repository.findByName(username)) return;
    const passwordHash = await this.hasher.hash(first.password);
    const isDevelopment = first.password === DEVELOPMENT_ADMIN.password;
    await this.database.transaction(async (tx) => {
      const id = await this.repository.insert({ username, passwordHash, isDevelopment }, tx);
      if (id) await this.activity.record(tx, SYSTEM_ACTOR, { action: 'create_administrator', subjectType: 'administrator', subjectId: id });
    });
  }
}
