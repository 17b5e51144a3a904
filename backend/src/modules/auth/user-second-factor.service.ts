import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';
import { SecondFactorSetup, SetupOffer } from './second-factor-setup.service';
import { SecondFactorService } from './second-factor.service';
import { UserRepository } from './user.repository';
import { Entered, UserSignIn } from './user-sign-in.service';

/** The second factor of a therapist, where it begins a session or needs the account's address. */
@Injectable()
export class UserSecondFactor {
  constructor(
    private readonly users: UserRepository,
    private readonly secondFactors: SecondFactorService,
    private readonly setup: SecondFactorSetup,
    private readonly signIn: UserSignIn,
  ) {}

  async offer(user: CurrentUserData): Promise<SetupOffer> {
    const known = await this.users.findById(user.id);
    if (!known) throw new DomainError('unauthenticated', messages.signInFirst);
    return this.setup.offer({ kind: 'user', id: user.id }, known.email);
  }

  /** Turns it on; the session goes on under a new token. */
  confirm(request: Request, user: CurrentUserData, code: string, actor: Actor): Promise<Entered & { recoveryCodes: string[] }> {
    return this.setup.confirm({ kind: 'user', id: user.id }, code, actor, (tx) => this.signIn.complete(tx, request, user, actor));
  }

  /** @throws DomainError conflict when the sign-in is complete already */
  verify(request: Request, user: CurrentUserData, code: string, actor: Actor): Promise<Entered> {
    if (!user.pendingSecondFactor) throw new DomainError('conflict', messages.alreadySignedIn);
    return this.secondFactors.verify({ kind: 'user', id: user.id }, code, actor, (tx) => this.signIn.complete(tx, request, user, actor));
  }
}
