import { Module } from '@nestjs/common';
import { CookieNames } from '../../common/http/cookies';
import { MailModule } from '../../integrations/mail/mail.module';
import { ActivityLogModule } from '../activity-log/activity-log.module';
import { AuthModule } from '../auth/auth.module';
import { SessionRepository } from '../auth/sessions/session.repository';
import { SessionService } from '../auth/sessions/session.service';
import { UserRepository } from '../auth/sign-in/user.repository';
import { ClientAccountController } from './account/account.controller';
import { ClientAccountRepository } from './account/account.repository';
import { AccountRemoval, ClientAccountService, UnprovedAccountsTask } from './account/account.service';
import { AddressChangeRepository } from './account/address-change.repository';
import { AddressChangeRequests, AddressConfirmation, AddressHandover, AddressObjection, ObjectionRights } from './account/address-change.service';
import { ClientRepository, ClientsService, PersonRepository } from './persons/persons.service';
import { BrowserSecrets, ClientSessions, TrustedBrowsers } from './sign-in/client-sessions.service';
import { ClientSignInLeftoversTask, CodeSecrets, SignInCodeRepository } from './sign-in/sign-in-code.repository';
import { SignInCodes } from './sign-in/sign-in-codes.service';
import { SignInLimits } from './sign-in/sign-in-limits.service';
import { ClientMailer, SendAddressObjectionJob, SendSignInCodeJob } from './sign-in/sign-in-mail';
import { ClientSignInController } from './sign-in/sign-in.controller';
import { ClientLogin, ClientRegistration, ClientVerification, FirstProof, SignInProofs } from './sign-in/sign-in.service';
import { TrustedBrowserRepository } from './sign-in/trusted-browser.repository';

/** People who book, and their accounts. Domains after this one use the two services; the rest is for the modules beside this one. */
@Module({
  imports: [AuthModule],
  providers: [AccountRemoval, ClientAccountRepository, ClientAccountService, ClientRepository, ClientsService, PersonRepository],
  exports: [ClientsService, ClientAccountService, AccountRemoval, ClientAccountRepository, PersonRepository],
})
export class ClientsModule {}

/** Signing in as a client, and the account's own pages. */
@Module({
  imports: [AuthModule, ClientsModule],
  controllers: [ClientSignInController, ClientAccountController],
  providers: [
    AddressChangeRepository,
    AddressChangeRequests,
    AddressConfirmation,
    AddressHandover,
    AddressObjection,
    BrowserSecrets,
    ClientLogin,
    ClientRegistration,
    ClientSessions,
    ClientVerification,
    CodeSecrets,
    CookieNames,
    FirstProof,
    ObjectionRights,
    SignInCodeRepository,
    SignInCodes,
    SignInLimits,
    SignInProofs,
    TrustedBrowserRepository,
    TrustedBrowsers,
  ],
})
export class ClientsApiModule {}

/** Mails of sign-in, and what it leaves behind; in the worker process only. */
@Module({
  imports: [MailModule, ActivityLogModule],
  providers: [
    AccountRemoval,
    AddressChangeRepository,
    ClientAccountRepository,
    ClientMailer,
    ClientSignInLeftoversTask,
    CodeSecrets,
    CookieNames,
    PersonRepository,
    SendAddressObjectionJob,
    SendSignInCodeJob,
    SessionRepository,
    SessionService,
    SignInCodeRepository,
    TrustedBrowserRepository,
    UnprovedAccountsTask,
    UserRepository,
  ],
})
export class ClientsWorkerModule {}
