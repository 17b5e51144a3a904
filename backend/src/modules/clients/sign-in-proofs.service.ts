import { Injectable } from '@nestjs/common';
import { CurrentUserData } from '../../common/access/actor';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { UserRepository, UserRow } from '../auth/user.repository';
import { Visit } from './browser-secrets';
import { NOBODY } from './client-account.repository';
import * as messages from './messages';
import { askAgainIn, RefusedCode, SignInCodes } from './sign-in-codes.service';

/** What a mail gave a person: the code, for the browser that asked, or the secret of the link, for any. */
export type Proof = { email: string; code: string } | { token: string };

/** Asks for a proof of the address, and takes it. */
@Injectable()
export class SignInProofs {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly codes: SignInCodes,
    private readonly activity: ActivityLog,
  ) {}

  /** A code for a client who is signed in. @throws DomainError too_many */
  async ask(user: CurrentUserData, visit: Visit): Promise<void> {
    const asked = await this.database.transaction(async (tx) => {
      const email = (await this.users.findById(user.id, tx))?.email ?? signInFirst();
      await this.codes.lock(tx, email);
      // The address may have changed between the look and the lock; a code goes to the account's address or nowhere.
      if ((await this.users.lock(user.id, tx))?.email !== email) signInFirst();
      return this.codes.ask(tx, { purpose: 'proof', email, userId: user.id, proved: user.verified }, visit);
    });
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }

  /**
   * Takes a proof and ends every other code of the account. What was refused has used up a try: the caller commits before refusing.
   * @returns whose account it is, or why it was refused
   */
  async take(tx: Queryable, proof: Proof, { actor, browser }: Visit): Promise<{ user: UserRow } | RefusedCode> {
    const code = 'token' in proof ? undefined : await this.codes.findForSignIn(tx, proof.email, browser.hash);
    const link = 'token' in proof ? await this.codes.findByLink(tx, proof.token) : undefined;
    const user = await this.users.lock((code ?? link)?.user_id ?? NOBODY, tx);
    const redeemed = 'token' in proof ? await this.codes.redeemLink(tx, link) : await this.codes.redeem(tx, code, proof.code);
    if ('codeId' in redeemed && user) {
      await this.codes.endAllOf(tx, user.id);
      return { user };
    }
    const subject = user ? ({ subjectType: 'client', subjectId: user.id, clientIds: [user.id] } as const) : {};
    await this.activity.record(tx, actor, { action: 'client_verify_failed', ...subject });
    return 'refusal' in redeemed ? redeemed : { refusal: messages.linkOver, spent: true };
  }
}

function signInFirst(): never {
  throw new DomainError('unauthenticated', 'Please sign in first.');
}
