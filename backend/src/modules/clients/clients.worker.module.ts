import { Module } from '@nestjs/common';
import { CookieNames } from '../../common/http/cookies';
import { MailModule } from '../../integrations/mail/mail.module';
import { ActivityLogModule } from '../activity-log/activity-log.module';
import { SessionRepository } from '../auth/session.repository';
import { SessionService } from '../auth/session.service';
import { UserRepository } from '../auth/user.repository';
import { AccountRemoval } from './account-removal.service';
import { AddressChangeRepository } from './address-change.repository';
import { ClientAccountRepository } from './client-account.repository';
import { ClientMailer } from './client-mailer';
import { ClientSignInLeftoversTask } from './client-sign-in-leftovers.task';
import { CodeSecrets } from './code-secrets';
import { SendAddressObjectionJob } from './jobs/send-address-objection.job';
import { SendSignInCodeJob } from './jobs/send-sign-in-code.job';
import { PersonRepository } from './person.repository';
import { SignInCodeRepository } from './sign-in-code.repository';
import { TrustedBrowserRepository } from './trusted-browser.repository';
import { UnprovedAccountsTask } from './unproved-accounts.task';

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
