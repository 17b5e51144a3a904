import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { SecondFactorSetup, SetupOffer } from '../auth/second-factor-setup.service';
import { SecondFactorService } from '../auth/second-factor.service';
import { AdministratorCredentials } from './administrator-credentials.service';
import { AdministratorSignIn, ArrivedAdministrator, EnteredAdministrator } from './administrator-sign-in.service';
import { AdministratorRepository } from './administrator.repository';
import * as messages from './messages';

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
