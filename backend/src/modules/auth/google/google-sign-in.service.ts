import { Injectable, Logger } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { newToken } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { PartFailures } from '../../../common/health/part-failures';
import { Work, Works } from '../../../common/work/work';
import { Account, UserRepository } from '../sign-in/user.repository';
import { notFinished } from './failed-sign-in';
import { GooglePictureService } from './google-picture.service';
import { GoogleIdentity, SignInRequest } from './google.strategy';
import { isOwnPath } from './own-path';
import { OpenFlow, SignInFlowRepository } from './sign-in-flow.repository';

const FAILED = '/?auth_error=1';

/** Google's answer becomes a one-time code in the address fragment; the first sign-in makes the account. */
@Injectable()
export class GoogleSignInService {
  private readonly logger = new Logger('sign-in');

  constructor(
    private readonly flows: SignInFlowRepository,
    private readonly users: UserRepository,
    private readonly pictures: GooglePictureService,
    private readonly failures: PartFailures,
    private readonly works: Works,
  ) {}

  /** @returns the address the browser goes to next */
  async finish(request: SignInRequest, identity: GoogleIdentity | undefined, actor: Actor): Promise<string> {
    const flow = request.signInFlow;
    if (!flow || !identity) return FAILED;
    try {
      return await this.giveCode(flow, identity, actor);
    } catch (error) {
      this.logger.warn(`sign-in could not be finished: ${error instanceof Error ? error.name : 'unknown'}`);
      await this.failures.note('sign_in', notFinished);
      return FAILED;
    }
  }

  private async giveCode(flow: OpenFlow, identity: GoogleIdentity, actor: Actor): Promise<string> {
    const code = newToken();
    const given = await this.works.begin(actor, async (work) => {
      const user = await this.userOf(work, identity);
      if (!user || !(await this.flows.giveCode(flow, { code, user_id: user.id }, work.now(), work.tx))) return false;
      await this.pictures.ask(work, user.id, identity.pictureUrl);
      return true;
    });
    // Once more: somebody may have written another site into the row meanwhile.
    return given && isOwnPath(flow.redirect) ? `${flow.redirect}#session_id=${code}` : FAILED;
  }

  /** An account is found by Google's subject alone: an address can change hands, a subject cannot. */
  private async userOf(work: Work, identity: GoogleIdentity): Promise<Account | undefined> {
    const { tx, now } = work;
    const known = await this.users.lockUserOfGoogle(identity.sub, tx);
    if (known) return this.users.takeOverAddress(known, identity.email, work);
    const therapist = { id: newId(), user_type: 'therapist', email: identity.email, name: identity.name, google_sub: identity.sub } as const;
    // Two first sign-ins at once: the slower one finds what the faster one made.
    return (await this.users.insertUser(therapist, now(), tx)) ?? (await this.users.lockUserOfGoogle(identity.sub, tx));
  }
}
