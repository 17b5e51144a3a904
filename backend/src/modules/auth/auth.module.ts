import { Module } from '@nestjs/common';
import { SessionReader } from '../../common/access/actor';
import { CookieNames } from '../../common/http/cookies';
import { ImagesModule } from '../../integrations/images/images.module';
import { AdministratorCredentials } from './administrators/administrator-credentials.service';
import { AdministratorAccessController } from './administrators/administrator.controller';
import { AdministratorRepository } from './administrators/administrator.repository';
import { AdministratorAccess, AdministratorPassword, AdministratorSession, FirstAdministrator, LoginHint } from './administrators/administrator.service';
import { AdministratorCommands } from './administrators/command-line/administrator-commands';
import { PasswordHasher } from './administrators/password';
import { GoogleSignInService, PictureService } from './google/google-sign-in.service';
import { GoogleController } from './google/google.controller';
import { GoogleFlowStore, GoogleStrategy } from './google/google.strategy';
import { SignInFlowRepository, SignInLeftoversTask } from './google/sign-in-flow.repository';
import { AdministratorSecondFactorController, SecondFactorController } from './second-factor/second-factor.controller';
import { RecoveryCodes, SecondFactorRepository } from './second-factor/second-factor.repository';
import { LostSecondFactor, SecondFactorCheck, SecondFactorService, SecondFactorSetup } from './second-factor/second-factor.service';
import { SessionRepository } from './sessions/session.repository';
import { OwnSessions, SessionService } from './sessions/session.service';
import { AdministratorSessionsController, OwnSessionsController } from './sessions/sessions.controller';
import { AccountStatusService } from './sign-in/account-status.service';
import { AuthController } from './sign-in/auth.controller';
import { AccountAccessService, AdministratorSignIn, UserSecondFactor, UserSignIn } from './sign-in/sign-in.service';
import { UserRepository } from './sign-in/user.repository';

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

@Module({
  imports: [AuthModule, ImagesModule],
  controllers: [AuthController, GoogleController, OwnSessionsController, SecondFactorController],
  providers: [CookieNames, GoogleFlowStore, GoogleStrategy, GoogleSignInService, UserSignIn, AccountAccessService, UserSecondFactor, PictureService],
})
export class AuthApiModule {}

@Module({ providers: [SessionRepository, SignInFlowRepository, SignInLeftoversTask] })
export class AuthWorkerModule {}

/** Who administrates this installation. */
@Module({
  imports: [AuthModule],
  providers: [AdministratorRepository, PasswordHasher, AdministratorCommands],
  exports: [AdministratorRepository, PasswordHasher, AdministratorCommands],
})
export class AdministratorsModule {}

@Module({
  imports: [AuthModule, AdministratorsModule],
  controllers: [AdministratorAccessController, AdministratorSessionsController, AdministratorSecondFactorController],
  providers: [AdministratorCredentials, AdministratorSignIn, AdministratorAccess, AdministratorSession, AdministratorPassword, LoginHint, FirstAdministrator],
})
export class AdministratorsApiModule {}
