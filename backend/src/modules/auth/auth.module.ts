import { Module } from '@nestjs/common';
import { SessionReader } from '../../common/access/session-reader';
import { CookieNames } from '../../common/http/cookies';
import { AccountStatusService } from './account-status.service';
import { LostSecondFactor } from './lost-second-factor.service';
import { OwnSessions } from './own-sessions.service';
import { RecoveryCodes } from './recovery-codes.service';
import { SecondFactorCheck } from './second-factor-check.service';
import { SecondFactorSetup } from './second-factor-setup.service';
import { SecondFactorRepository } from './second-factor.repository';
import { SecondFactorService } from './second-factor.service';
import { SessionRepository } from './session.repository';
import { SessionService } from './session.service';
import { SignInFlowRepository } from './sign-in-flow.repository';
import { UserRepository } from './user.repository';

/** Sessions, users and second factors; exports the reader that the access guard asks. */
@Module({
  providers: [
    CookieNames,
    SessionRepository,
    SessionService,
    { provide: SessionReader, useExisting: SessionService },
    OwnSessions,
    UserRepository,
    SignInFlowRepository,
    AccountStatusService,
    SecondFactorRepository,
    RecoveryCodes,
    SecondFactorCheck,
    SecondFactorService,
    SecondFactorSetup,
    LostSecondFactor,
  ],
  exports: [
    SessionReader,
    SessionService,
    OwnSessions,
    UserRepository,
    SignInFlowRepository,
    AccountStatusService,
    SecondFactorService,
    SecondFactorSetup,
    LostSecondFactor,
  ],
})
export class AuthModule {}
