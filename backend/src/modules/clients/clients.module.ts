import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { ClientAccountController } from './account/account.controller';
import { AccountNotices } from './account/account-notices.service';
import { ClientAccountRepository } from './account/account.repository';
import { ClientAccountService } from './account/account.service';
import { AddressChangeRepository } from './account/address-change.repository';
import { AddressChangeService } from './account/address-change.service';
import { AddressMoves } from './account/address-moves.service';
import { AddressObjectionService } from './account/address-objection.service';
import { LeftPracticesService } from './account/left-practices.service';
import { AccountNotice, Client, ClientLink, TherapistClient, EarlierTie, FormerPerson, ClientAccount, AddressChange, SignInCode, KnownBrowser, TrustedBrowser, MailEnd } from './client.entity';
import { ClientCopiesController } from './copies/client-copies.controller';
import { ClientCopiesService } from './copies/client-copies.service';
import { ImportedClients } from './copies/imported-clients.service';
import { PracticeClientsService } from './copies/practice-clients.service';
import { ClientLinksService } from './links/client-links.service';
import { EarlierRecordsService } from './persons/earlier-records.service';
import { PersonRepository } from './persons/person.repository';
import { ClientsService } from './persons/persons.service';
import { ClientSessionsService } from './sign-in/client-sessions.service';
import { CodesGivenAwayService } from './sign-in/codes-given-away.service';
import { SignInCodeRepository } from './sign-in/sign-in-code.repository';
import { SignInCodesService } from './sign-in/sign-in-codes.service';
import { SignInLimits } from './sign-in/sign-in-limits.service';
import { ClientMailer } from './sign-in/sign-in-mail';
import { ClientSignInController } from './sign-in/sign-in.controller';
import { ClientSignInService } from './sign-in/sign-in.service';
import { TrustedBrowserRepository } from './sign-in/trusted-browser.repository';
import { IntroductionsService } from './strangers/introductions.service';
import { MailEndsController } from './strangers/mail-ends.controller';
import { MailEnds } from './strangers/mail-ends.service';
import { OwnReadsService } from './strangers/own-reads.service';
import { StrangersService } from './strangers/strangers.service';

/** People who book, their accounts, and how they sign in. */
@Module({
  imports: [TypeOrmModule.forFeature([AccountNotice, Client, ClientLink, TherapistClient, EarlierTie, FormerPerson, ClientAccount, AddressChange, SignInCode, KnownBrowser, TrustedBrowser, MailEnd]), AuthModule, DiscoveryModule, MailModule],
  controllers: [ClientSignInController, MailEndsController, ClientAccountController, ClientCopiesController],
  providers: [
    AccountNotices,
    AddressChangeRepository,
    AddressChangeService,
    AddressMoves,
    AddressObjectionService,
    ClientAccountRepository,
    ClientAccountService,
    ClientCopiesService,
    ClientLinksService,
    ClientMailer,
    ClientSessionsService,
    ClientsService,
    CodesGivenAwayService,
    EarlierRecordsService,
    ImportedClients,
    IntroductionsService,
    LeftPracticesService,
    MailEnds,
    OwnReadsService,
    PersonRepository,
    PracticeClientsService,
    SignInCodeRepository,
    SignInCodesService,
    SignInLimits,
    ClientSignInService,
    StrangersService,
    TrustedBrowserRepository,
  ],
  exports: [ClientAccountService, ClientLinksService, ClientsService, CodesGivenAwayService, IntroductionsService, MailEnds, OwnReadsService, StrangersService],
})
export class ClientsModule {}
