import { Module } from '@nestjs/common';
import { CookieNames } from '../../common/http/cookies';
import { AuthModule } from '../auth/auth.module';
import { AddressChangeRepository } from './address-change.repository';
import { AddressChangeRequests } from './address-change-requests.service';
import { AddressConfirmation } from './address-confirmation.service';
import { AddressHandover } from './address-handover.service';
import { AddressObjection } from './address-objection.service';
import { BrowserSecrets } from './browser-secrets';
import { ClientAccountController } from './client-account.controller';
import { ClientLogin } from './client-login.service';
import { ClientRegistration } from './client-registration.service';
import { ClientSessions } from './client-session.service';
import { ClientSignInController } from './client-sign-in.controller';
import { ClientVerification } from './client-verification.service';
import { ClientsModule } from './clients.module';
import { CodeSecrets } from './code-secrets';
import { FirstProof } from './first-proof.service';
import { ObjectionRights } from './objection-rights.service';
import { SignInCodeRepository } from './sign-in-code.repository';
import { SignInCodes } from './sign-in-codes.service';
import { SignInLimits } from './sign-in-limits.service';
import { SignInProofs } from './sign-in-proofs.service';
import { TrustedBrowserRepository } from './trusted-browser.repository';
import { TrustedBrowsers } from './trusted-browsers.service';

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
