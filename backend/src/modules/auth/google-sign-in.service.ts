import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { Database, Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { PartFailures } from '../../common/health/part-failures';
import { SignInRequest } from './google-flow-store';
import { GoogleIdentity } from './google.strategy';
import { PictureService } from './picture.service';
import { SignInFlow, SignInFlowRepository } from './sign-in-flow.repository';
import { UserRepository, UserRow } from './user.repository';

const CODE_LIFETIME_MS = 60_000;
const FAILED = '/?auth_error=1';

/** Google's answer becomes a one-time code in the address fragment; the first sign-in makes the account. */
@Injectable()
export class GoogleSignInService {
  private readonly logger = new Logger('sign-in');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly flows: SignInFlowRepository,
    private readonly users: UserRepository,
    private readonly pictures: PictureService,
    private readonly failures: PartFailures,
  ) {}

  /** @returns the address the browser goes to next */
  async finish(request: SignInRequest, identity: GoogleIdentity | undefined): Promise<string> {
    const flow = request.signInFlow;
    if (!flow || !identity) return FAILED;
    try {
      return await this.giveCode(flow, identity);
    } catch (error) {
      const reason = `sign-in could not be finished: ${error instanceof Error ? error.name : 'unknown'}`;
      this.logger.warn(reason);
      await this.failures.note('sign_in', reason);
      return FAILED;
    }
  }

  private async giveCode(flow: SignInFlow, identity: GoogleIdentity): Promise<string> {
    const code = newToken();
    const userId = await this.database.transaction(async (tx) => {
      const user = await this.userOf(identity, tx);
      const expiresAt = new Date(this.clock.now().getTime() + CODE_LIFETIME_MS);
      return user && (await this.flows.giveCode(flow.id, { hash: hashToken(code), userId: user.id, expiresAt }, tx)) ? user.id : undefined;
    });
    if (!userId) return FAILED;
    await this.pictures.refresh(userId, identity.pictureUrl);
    return `${flow.redirect}#session_id=${code}`;
  }

  /** An account is found by Google's subject alone: an address can change hands, a subject cannot. */
  private async userOf(identity: GoogleIdentity, tx: Queryable): Promise<UserRow | undefined> {
    const known = await this.users.findByGoogleSub(identity.sub, tx);
    if (known) return this.users.takeOverAddress(known, identity.email, tx);
    // Two first sign-ins at once: the slower one finds what the faster one made.
    return (await this.users.insertTherapist(newId(), identity, tx)) ?? (await this.users.findByGoogleSub(identity.sub, tx));
  }
}
