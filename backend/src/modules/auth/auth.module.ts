import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionReader } from '../../common/access/actor';
import { ImagesModule } from '../../integrations/images/images.module';
import { MailModule } from '../../integrations/mail/mail.module';
import { User, PersonAddress, Session, EndedSession, SignInFlow, GooglePicture, SecondFactor, RecoveryCode, Administrator } from './account.entity';
import { PersonAddresses } from './addresses/person-addresses.service';
import { AdministratorSignInService } from './administrators/administrator-sign-in.service';
import { AdministratorAccessController } from './administrators/administrator.controller';
import { AdministratorRepository } from './administrators/administrator.repository';
import { AdministratorService } from './administrators/administrator.service';
import { PasswordHasher } from './administrators/password';
import { GooglePictureRepository } from './google/google-picture.repository';
import { GooglePictureService } from './google/google-picture.service';
import { GoogleSignInService } from './google/google-sign-in.service';
import { GoogleController } from './google/google.controller';
import { GoogleFlowStore, GoogleStrategy } from './google/google.strategy';
import { SignInFlowRepository } from './google/sign-in-flow.repository';
import { AdministratorSecondFactorController, SecondFactorController } from './second-factor/second-factor.controller';
import { AccountLogRepository } from './second-factor/account-log.repository';
import { FactorNotices } from './second-factor/factor-notices.service';
import { SecondFactorRepository } from './second-factor/second-factor.repository';
import { SecondFactorService } from './second-factor/second-factor.service';
import { SessionRepository } from './sessions/session.repository';
import { SessionService } from './sessions/session.service';
import { AdministratorSessionsController, OwnSessionsController } from './sessions/sessions.controller';
import { AccountsService } from './sign-in/accounts.service';
import { AuthController } from './sign-in/auth.controller';
import { ImportedAccount } from './sign-in/imported-account.service';
import { SignInService } from './sign-in/sign-in.service';
import { UserRepository } from './sign-in/user.repository';

/** Who somebody is: accounts, sessions, second factors, and the administrators of this installation. Its reader of sessions is the access guard's. */
@Module({
  imports: [TypeOrmModule.forFeature([User, PersonAddress, Session, EndedSession, SignInFlow, GooglePicture, SecondFactor, RecoveryCode, Administrator]), ImagesModule, MailModule],
  controllers: [
    AuthController,
    GoogleController,
    OwnSessionsController,
    SecondFactorController,
    AdministratorAccessController,
    AdministratorSessionsController,
    AdministratorSecondFactorController,
  ],
  providers: [
    SessionRepository,
    SessionService,
    { provide: SessionReader, useExisting: SessionService },
    PersonAddresses,
    UserRepository,
    AccountsService,
    ImportedAccount,
    SignInFlowRepository,
    SignInService,
    GoogleFlowStore,
    GoogleStrategy,
    GooglePictureRepository,
    GooglePictureService,
    GoogleSignInService,
    AccountLogRepository,
    SecondFactorRepository,
    FactorNotices,
    SecondFactorService,
    AdministratorRepository,
    PasswordHasher,
    AdministratorSignInService,
    AdministratorService,
  ],
  exports: [SessionReader, SessionService, AccountsService, PersonAddresses, AdministratorSignInService],
})
export class AuthModule {}
