import { Practice1700000000000 } from './1700000000000-practice';
import { FrontOffice1763712000000 } from './1763712000000-front-office';
import { InstallationSecret1763800100000 } from './1763800100000-installation-secret';
import { RowMarks1763800100001 } from './1763800100001-row-marks';
import { BreakGlassOfOneClient1763800300000 } from './1763800300000-break-glass-of-one-client';
import { KnownBrowsers1763800400000 } from './1763800400000-known-browsers';
import { SessionsEndWithTrust1763800401000 } from './1763800401000-sessions-end-with-trust';
import { UnprovedAccountsApart1763800402000 } from './1763800402000-unproved-accounts-apart';
import { ActivityTallies1763800403000 } from './1763800403000-activity-tallies';
import { HoldsWithoutAddresses1763800500000 } from './1763800500000-holds-without-addresses';
import { GooglePictures1763800700000 } from './1763800700000-google-pictures';
import { KeyedDigests1763800800000 } from './1763800800000-keyed-digests';
import { IntakeForms1763801000000 } from './1763801000000-intake-forms';
import { RowsOfOneAccount1763802000000 } from './1763802000000-rows-of-one-account';
import { SecondFactorsMarked1763802100000 } from './1763802100000-second-factors-marked';
import { ActivityRecurrences1763803000000 } from './1763803000000-activity-recurrences';
import { PhonesOfProvedAccounts1763803001000 } from './1763803001000-phones-of-proved-accounts';
import { DomainsInAscii1763803002000 } from './1763803002000-domains-in-ascii';
import { PlacesOfSessions1764000100000 } from './1764000100000-places-of-sessions';
import { ServicesInOrder1764000100001 } from './1764000100001-services-in-order';
import { PausedBookings1764000100002 } from './1764000100002-paused-bookings';
import { KnownClients1764000100003 } from './1764000100003-known-clients';
import { SecondFactorsThatStay1764000200000 } from './1764000200000-second-factors-that-stay';
import { CodesOfOneUse1764000201000 } from './1764000201000-codes-of-one-use';
import { TrustThatEnds1764000202000 } from './1764000202000-trust-that-ends';
import { PersonAddresses1764000300000 } from './1764000300000-person-addresses';
import { SessionNoteHistory1764200000000 } from './1764200000000-session-note-history';
import { SessionNoteFiles1764300000000 } from './1764300000000-session-note-files';
import { SessionNoteFilePages1764310000000 } from './1764310000000-session-note-file-pages';
import { LanguageModels1764320000000 } from './1764320000000-language-models';
import { SessionNoteAnalyses1764320100000 } from './1764320100000-session-note-analyses';
import { CarePlansInWork1764330000000 } from './1764330000000-care-plans-in-work';
import { RegistrationsMarked1764340000000 } from './1764340000000-registrations-marked';
import { SealsMarked1764340001000 } from './1764340001000-seals-marked';
import { EntriesMarked1764350000000 } from './1764350000000-entries-marked';
import { FormVersionsMarked1764350001000 } from './1764350001000-form-versions-marked';
import { SignInsOfClients1764350002000 } from './1764350002000-sign-ins-of-clients';
import { ActivityOfPeople1764370000000 } from './1764370000000-activity-of-people';
import { AppointmentsReaddressed1764380000000 } from './1764380000000-appointments-readdressed';
import { PagesCut1764390000000 } from './1764390000000-pages-cut';
import { FilesToRead1764391000000 } from './1764391000000-files-to-read';
import { ConfirmedClients1764400000000 } from './1764400000000-confirmed-clients';
import { NamesAsGiven1764420000000 } from './1764420000000-names-as-given';
import { NotesAndPlansMarked1764430000000 } from './1764430000000-notes-and-plans-marked';
import { ProfileVersions1764440000000 } from './1764440000000-profile-versions';
import { PagesThatAreFound1764450000000 } from './1764450000000-pages-that-are-found';
import { NamesOfStrangers1764470000000 } from './1764470000000-names-of-strangers';
import { SessionsThatEnded1764472000000 } from './1764472000000-sessions-that-ended';
import { AddressesOfTherapists1764480000000 } from './1764480000000-addresses-of-therapists';
import { AnalysesInLine1764481000000 } from './1764481000000-analyses-in-line';
import { BeginningsOfDrafts1764482000000 } from './1764482000000-beginnings-of-drafts';
import { TimeOff1764500000000 } from './1764500000000-time-off';
import { SignInsThatEnd1764510000000 } from './1764510000000-sign-ins-that-end';
import { AddressChangesThatEnd1764510001000 } from './1764510001000-address-changes-that-end';
import { IdleTimeMarked1764520000000 } from './1764520000000-idle-time-marked';
import { AnswersAsSigned1764521000000 } from './1764521000000-answers-as-signed';
import { AdmissionsThatEnd1764522000000 } from './1764522000000-admissions-that-end';
import { Reminders1764540000000 } from './1764540000000-reminders';
import { MailsOfBookings1764540001000 } from './1764540001000-mails-of-bookings';
import { MorningDigest1764540002000 } from './1764540002000-morning-digest';
import { EndsOfSessions1764550000000 } from './1764550000000-ends-of-sessions';
import { SessionsAsTheyWere1764550001000 } from './1764550001000-sessions-as-they-were';
import { WordsToClients1764550002000 } from './1764550002000-words-to-clients';
import { ClientRecords1764551000000 } from './1764551000000-client-records';
import { Series1764560000000 } from './1764560000000-series';
import { WaitingList1764570000000 } from './1764570000000-waiting-list';
import { ClientsAsOne1764580000000 } from './1764580000000-clients-as-one';
import { CalendarInStep1764600000000 } from './1764600000000-calendar-in-step';
import { CalendarFeeds1764600010000 } from './1764600010000-calendar-feeds';
import { WishesOfCalendars1764600400000 } from './1764600400000-wishes-of-calendars';
import { EndsAndNetworks1764610000000 } from './1764610000000-ends-and-networks';
import { WaitingRequestsMarked1764611000000 } from './1764611000000-waiting-requests-marked';
import { BeginningsOfTexts1764620000000 } from './1764620000000-beginnings-of-texts';
import { BoundOfBusyBlocks1764640000000 } from './1764640000000-bound-of-busy-blocks';
import { VersionsOfBusyBlocks1764630000000 } from './1764630000000-versions-of-busy-blocks';
import { MeetingConsents1764700000000 } from './1764700000000-meeting-consents';
import { MeetingSessions1764701000000 } from './1764701000000-meeting-sessions';
import { MeetingUploads1764702000000 } from './1764702000000-meeting-uploads';
import { OneNotetakerAtATime1764702500000 } from './1764702500000-one-notetaker-at-a-time';
import { CalendarsReadInTurns1764703100000 } from './1764703100000-calendars-read-in-turns';
import { ZonesThatAreNotKnown1764703200000 } from './1764703200000-zones-that-are-not-known';
import { MeetingTranscripts1764710000000 } from './1764710000000-meeting-transcripts';
import { MeetingAnalyses1764711000000 } from './1764711000000-meeting-analyses';
import { StoredBytes1764712000000 } from './1764712000000-stored-bytes';
import { LinesWhileRecording1764713100000 } from './1764713100000-lines-while-recording';
import { CalendarLists1764720000000 } from './1764720000000-calendar-lists';
import { RecordsOfAddresses1764730000000 } from './1764730000000-records-of-addresses';
import { EarlierTies1764740000000 } from './1764740000000-earlier-ties';
import { RowsFoundByIndex1764750000000 } from './1764750000000-rows-found-by-index';
import { PublicChanges1764760000000 } from './1764760000000-public-changes';
import { ConsentsMarked1764770000000 } from './1764770000000-consents-marked';
import { MeetingRooms1764780000000 } from './1764780000000-meeting-rooms';
import { TypedByVisitors1764785000000 } from './1764785000000-typed-by-visitors';
import { PracticesKnown1764790000000 } from './1764790000000-practices-known';
import { NamesByIndex1764795000000 } from './1764795000000-names-by-index';
import { MailsThatEnd1764811000000 } from './1764811000000-mails-that-end';
import { TranscriptsThatWait1764810000000 } from './1764810000000-transcripts-that-wait';
import { LookingIsNoDeed1764820000000 } from './1764820000000-looking-is-no-deed';
import { ChangesByOldAddress1764830000000 } from './1764830000000-changes-by-old-address';
import { AccountNotices1764850000000 } from './1764850000000-account-notices';
import { WhatVisitorsTypedStaysTheirs1764860000000 } from './1764860000000-what-visitors-typed-stays-theirs';
import { ChangesByTheBookersLink1764861000000 } from './1764861000000-changes-by-the-bookers-link';
import { RecordsLeftBehind1764880000000 } from './1764880000000-records-left-behind';
import { DeedsAtPractices1764890000000 } from './1764890000000-deeds-at-practices';
import { WhatWasLeftStaysApart1764900000000 } from './1764900000000-what-was-left-stays-apart';
import { LongRecordsAreFetchedLater1765000000000 } from './1765000000000-long-records-are-fetched-later';
import { PracticesClaimedInDays1765100000000 } from './1765100000000-practices-claimed-in-days';
import { AnswersByLinkStayKnown1765200000000 } from './1765200000000-answers-by-link-stay-known';
import { CancelledBookingsTellAsWell1765290000000 } from './1765290000000-cancelled-bookings-tell-as-well';
import { OpeningsOutlivePractices1765300000000 } from './1765300000000-openings-outlive-practices';
import { JobsOfNotesByPayload1765310000000 } from './1765310000000-jobs-of-notes-by-payload';
import { ImportedPracticesAreKnown1765320000000 } from './1765320000000-imported-practices-are-known';
import { AnswersThatWereNotSent1765330000000 } from './1765330000000-answers-that-were-not-sent';
import { StoredBytesOfPractices1765340000000 } from './1765340000000-stored-bytes-of-practices';
import { ImportedPracticesApart1765350000000 } from './1765350000000-imported-practices-apart';

/** In order; a migration that has run is never changed. */
export const migrations = [
  Practice1700000000000,
  FrontOffice1763712000000,
  InstallationSecret1763800100000,
  RowMarks1763800100001,
  BreakGlassOfOneClient1763800300000,
  KnownBrowsers1763800400000,
  SessionsEndWithTrust1763800401000,
  UnprovedAccountsApart1763800402000,
  ActivityTallies1763800403000,
  HoldsWithoutAddresses1763800500000,
  GooglePictures1763800700000,
  KeyedDigests1763800800000,
  IntakeForms1763801000000,
  RowsOfOneAccount1763802000000,
  SecondFactorsMarked1763802100000,
  ActivityRecurrences1763803000000,
  PhonesOfProvedAccounts1763803001000,
  DomainsInAscii1763803002000,
  PlacesOfSessions1764000100000,
  ServicesInOrder1764000100001,
  PausedBookings1764000100002,
  KnownClients1764000100003,
  SecondFactorsThatStay1764000200000,
  CodesOfOneUse1764000201000,
  TrustThatEnds1764000202000,
  PersonAddresses1764000300000,
  SessionNoteHistory1764200000000,
  SessionNoteFiles1764300000000,
  SessionNoteFilePages1764310000000,
  LanguageModels1764320000000,
  SessionNoteAnalyses1764320100000,
  CarePlansInWork1764330000000,
  RegistrationsMarked1764340000000,
  SealsMarked1764340001000,
  EntriesMarked1764350000000,
  FormVersionsMarked1764350001000,
  SignInsOfClients1764350002000,
  ActivityOfPeople1764370000000,
  AppointmentsReaddressed1764380000000,
  PagesCut1764390000000,
  FilesToRead1764391000000,
  ConfirmedClients1764400000000,
  NamesAsGiven1764420000000,
  NotesAndPlansMarked1764430000000,
  ProfileVersions1764440000000,
  PagesThatAreFound1764450000000,
  NamesOfStrangers1764470000000,
  SessionsThatEnded1764472000000,
  AddressesOfTherapists1764480000000,
  AnalysesInLine1764481000000,
  BeginningsOfDrafts1764482000000,
  TimeOff1764500000000,
  SignInsThatEnd1764510000000,
  AddressChangesThatEnd1764510001000,
  IdleTimeMarked1764520000000,
  AnswersAsSigned1764521000000,
  AdmissionsThatEnd1764522000000,
  Reminders1764540000000,
  MailsOfBookings1764540001000,
  MorningDigest1764540002000,
  EndsOfSessions1764550000000,
  SessionsAsTheyWere1764550001000,
  WordsToClients1764550002000,
  ClientRecords1764551000000,
  Series1764560000000,
  WaitingList1764570000000,
  ClientsAsOne1764580000000,
  CalendarInStep1764600000000,
  CalendarFeeds1764600010000,
  WishesOfCalendars1764600400000,
  EndsAndNetworks1764610000000,
  WaitingRequestsMarked1764611000000,
  BeginningsOfTexts1764620000000,
  VersionsOfBusyBlocks1764630000000,
  BoundOfBusyBlocks1764640000000,
  MeetingConsents1764700000000,
  MeetingSessions1764701000000,
  MeetingUploads1764702000000,
  OneNotetakerAtATime1764702500000,
  CalendarsReadInTurns1764703100000,
  ZonesThatAreNotKnown1764703200000,
  MeetingTranscripts1764710000000,
  MeetingAnalyses1764711000000,
  StoredBytes1764712000000,
  LinesWhileRecording1764713100000,
  CalendarLists1764720000000,
  RecordsOfAddresses1764730000000,
  EarlierTies1764740000000,
  RowsFoundByIndex1764750000000,
  PublicChanges1764760000000,
  ConsentsMarked1764770000000,
  MeetingRooms1764780000000,
  TypedByVisitors1764785000000,
  PracticesKnown1764790000000,
  NamesByIndex1764795000000,
  TranscriptsThatWait1764810000000,
  MailsThatEnd1764811000000,
  LookingIsNoDeed1764820000000,
  ChangesByOldAddress1764830000000,
  AccountNotices1764850000000,
  WhatVisitorsTypedStaysTheirs1764860000000,
  ChangesByTheBookersLink1764861000000,
  RecordsLeftBehind1764880000000,
  DeedsAtPractices1764890000000,
  WhatWasLeftStaysApart1764900000000,
  LongRecordsAreFetchedLater1765000000000,
  PracticesClaimedInDays1765100000000,
  AnswersByLinkStayKnown1765200000000,
  CancelledBookingsTellAsWell1765290000000,
  OpeningsOutlivePractices1765300000000,
  JobsOfNotesByPayload1765310000000,
  ImportedPracticesAreKnown1765320000000,
  AnswersThatWereNotSent1765330000000,
  StoredBytesOfPractices1765340000000,
  ImportedPracticesApart1765350000000,
];
