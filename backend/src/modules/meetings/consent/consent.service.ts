import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newId, Queryable } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { utcTime } from '../../../common/http/record-page';
import { Handles, job, PermanentFailure, Upkeep } from '../../../common/jobs/job';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { CopiedEntryDto } from '../../clients/copies/client-copy.dto';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../../clients/copies/client-copies.service';
import { ClientsService } from '../../clients/persons/persons.service';
import { ClientAddressChanged, RecordsLeft, RecordsMoved } from '../../clients/persons/person.events';
import { StrangersService } from '../../clients/strangers/strangers.service';
import { IntroductionsService } from '../../clients/strangers/introductions.service';
import { OwnReadsService } from '../../clients/strangers/own-reads.service';
import { MailEnds } from '../../clients/strangers/mail-ends.service';
import { MeetingRooms } from '../../offerings/meeting-rooms.service';
import { RecordingConsentWithdrawn } from '../meeting.events';
import { platformOf } from '../meeting-link';
import { consentMail } from './consent-mail';
import { consentStatus } from './consent-state';
import { CURRENT_TEXTS, Party, textsOf } from './consent-texts';
import { MeetingConsentDto, MeetingSettingsDto, OwnMeetingConsentDto, RecordConsentDto, RequestConsentDto } from './consent.dto';
import type { ConsentWay, MeetingConsent } from './consent.entity';
import { toMeetingConsent, toOwnConsent, toToldMarks } from './consent.mapper';
import { ConsentRepository, ConsentRow, MeetingChoices, OwnRecords } from './consent.repository';
import * as messages from './messages';

/** Twelve tries over some hours: the question stands for a day. `mail_id` makes a repeat recognisable. */
const sendConsentMail = job<{ consent_id: string; mail_id: string }>('mail', 'send-meeting-consent-mail', { attempts: 12 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For how long a session can begin with it. */
const STANDS_MS = DAY_MS;
/** What nobody used goes after so long. */
const KEPT_UNUSED_MS = 30 * DAY_MS;
const MAX_ROWS = 100;
const COPIED_AT_ONCE = 50;
const ASKED: Limit = { scope: 'meeting-consents', max: 60, windowMs: HOUR_MS };
/** Nobody's mailbox is filled from here. */
const MAILS_TO_CLIENT: Limit = { scope: 'meeting-consent-mails', max: 10, windowMs: HOUR_MS };
const GUESSED_FROM_HERE: Limit = { scope: 'meeting-consent-guessed', max: 120, windowMs: HOUR_MS };
/** Each stands in the log. A no is always taken: of one consent there are as many as there are yeses. */
const YESES: Limit = { scope: 'meeting-consent-yes', max: 30, windowMs: HOUR_MS };

type Therapist = Actor & { id: string };

/** A click: whose consent it is about, who made it, and where. */
interface Click {
  party: Party;
  by: Party;
  way: ConsentWay;
  given: boolean;
}

/**
 * Leave of both people to record one session. The therapist can record the client's on their behalf, which is marked so; a client with an
 * address is sent a link of their own, and by default has to click it themselves. Either can withdraw at any moment.
 */
@Injectable()
export class ConsentService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly clients: ClientsService,
    private readonly repository: ConsentRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly strangers: StrangersService,
    private readonly rooms: MeetingRooms,
    private readonly introductions: IntroductionsService,
    private readonly reads: OwnReadsService,
    private readonly ends: MailEnds,
  ) {}

  /**
   * Asks both; a client is mailed a link of their own.
   * @throws DomainError not_found for another's name or client; invalid for no link to a meeting, or to another practice's; too_many
   */
  async request(actor: Therapist, { therapist_id, client_id = null, meeting_url = null }: RequestConsentDto): Promise<MeetingConsentDto> {
    if (therapist_id !== actor.id) throw new DomainError('not_found', messages.notYou);
    if (meeting_url !== null && !platformOf(meeting_url, this.config.notetaker.testOrigin)) throw refusedField('meeting_url', messages.noMeetingLink, 'invalid');
    const id = newId();
    await this.works.begin(actor, async (work) => {
      if (client_id !== null && !(await this.repository.isClient(actor.id, client_id, work.tx))) throw new DomainError('not_found', messages.noSuchClient);
      await this.count(work, [ASKED, actor.id], messages.askedTooOften);
      const needs_own_click = client_id !== null && (await this.repository.findSettings(actor.id, work.tx)).ask_client_own_click;
      const now = work.now();
      if (meeting_url !== null && (await this.rooms.isAnothers(actor.id, meeting_url, work.tx))) throw refusedField('meeting_url', messages.noRoomOfTheirs, 'invalid');
      if (meeting_url !== null) await this.rooms.claim({ therapist_id: actor.id, since: now }, meeting_url, work.tx);
      const expires_at = new Date(now.getTime() + STANDS_MS);
      await this.repository.insertConsent({ id, therapist_id: actor.id, client_id, needs_own_click, created_at: now, expires_at, meetingUrl: meeting_url, texts: CURRENT_TEXTS }, work.tx);
      await work.record(deed('request_recording_consent', { id, client_id }));
      if (client_id === null) return;
      await this.count(work, [MAILS_TO_CLIENT, `${actor.id} ${client_id}`], messages.clientMailedTooOften);
      await this.strangers.countMail(work, actor.id, client_id, messages.clientMailedTooOften);
      await work.enqueue(sendConsentMail, { consent_id: id, mail_id: newId() });
    });
    return this.find(actor.id, id);
  }

  /** For the copy of a client's record: who clicked, where, when, and the words that they clicked. */
  @TellsOfClient(6, 'Consents to recordings')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    let page: ConsentRow[] = [];
    do {
      page = await this.repository.listForCopy(therapistId, clientId, page.at(-1)?.id, COPIED_AT_ONCE);
      yield* page.map((consent) => toCopied(consent, this.clock.now()));
    } while (page.length === COPIED_AT_ONCE);
    return undefined;
  }

  /** @throws DomainError not_found */
  async find(therapistId: string, id: string): Promise<MeetingConsentDto> {
    return this.toDto(known(await this.repository.findOwned(therapistId, id)));
  }

  /** Those of a therapist that stand: answered or not, with no session yet. Newest first. */
  async listOpen(therapistId: string): Promise<MeetingConsentDto[]> {
    return (await this.repository.listOpen(therapistId, this.clock.now(), MAX_ROWS)).map((consent) => this.toDto(consent));
  }

  /**
   * A click on the therapist's screen, for themselves or on behalf of the client.
   * @throws DomainError not_found; conflict when it is over, was withdrawn, or the client answered themselves
   */
  async record(actor: Therapist, { consent_id, party, consent_given: given }: RecordConsentDto): Promise<MeetingConsentDto> {
    await this.works.begin(actor, async (work) => {
      const consent = known(await this.repository.lockOwned(actor.id, consent_id, work.tx));
      await this.take(work, consent, { party, by: 'therapist', way: 'screen', given });
    });
    return this.find(actor.id, consent_id);
  }

  /** Final: nothing is recorded with it any more. @throws DomainError not_found */
  async withdraw(actor: Therapist, id: string): Promise<MeetingConsentDto> {
    await this.works.begin(actor, async (work) => {
      const consent = known(await this.repository.lockOwned(actor.id, id, work.tx));
      await this.takeBack(work, consent, { party: 'therapist', by: 'therapist', way: 'screen' });
    });
    return this.find(actor.id, id);
  }

  /** A client's own, newest first; with them those that they answered before they left an address, whoever has it now. @throws DomainError too_many */
  listOwn(actor: Actor, clientId: string): Promise<OwnMeetingConsentDto[]> {
    return this.reads.look(actor, clientId, async () => {
      const own = await this.recordsOf(clientId);
      return this.toPersonsDtos(clientId, await this.repository.listOfClient(own, MAX_ROWS), own);
    });
  }

  /** What stayed with an address of before can be taken back alone. @throws DomainError not_found, also for another client's; conflict */
  async answerOwn(actor: Actor & { id: string }, id: string, given: boolean): Promise<OwnMeetingConsentDto> {
    const [answered, whose] = await this.works.begin(actor, async (work) => {
      const claim = await this.clients.claims(work);
      const own = await this.recordsOf(actor.id, work.tx);
      const consent = known(await this.repository.lockOfClient(own, id, work.tx));
      if (given && isLeft(consent, own)) throw new DomainError('conflict', messages.leftWithAddress);
      await this.take(work, consent, { party: 'client', by: 'client', way: 'portal', given });
      if (consent.client_id !== null) await claim(consent.client_id);
      return [known(await this.repository.lockOfClient(own, id, work.tx)), own] as const;
    });
    const [told] = await this.toPersonsDtos(actor.id, [answered], whose);
    return known(told);
  }

  /** What a link asks. @throws DomainError not_found, too_many */
  async open(actor: Actor, token: string): Promise<OwnMeetingConsentDto> {
    return this.toOwnDto(await this.linked(actor, token));
  }

  /** @throws DomainError not_found, conflict, too_many */
  async answerLinked(actor: Actor, token: string, given: boolean): Promise<OwnMeetingConsentDto> {
    await this.linked(actor, token);
    const answered = await this.works.begin(actor, async (work) => {
      const consent = known(await this.repository.lockLinked(token, work.tx));
      await this.take(work, consent, { party: 'client', by: 'client', way: 'link', given });
      if (consent.client_id !== null) await this.clients.noteReader(consent.client_id, work.tx);
      return known(await this.repository.lockLinked(token, work.tx));
    });
    return this.toOwnDto(answered);
  }

  async settings(therapistId: string): Promise<MeetingSettingsDto> {
    return toSettingsDto(await this.repository.findSettings(therapistId));
  }

  /** For consents that are asked for from now on; the term counts for all transcripts that are there. What is not said stays as it is. */
  async saveSettings(actor: Therapist, { ask_client_own_click, transcript_kept_days }: MeetingSettingsDto): Promise<MeetingSettingsDto> {
    return this.works.begin(actor, async (work) => {
      const { transcript_days } = await this.repository.findSettings(actor.id, work.tx);
      const chosen = { ask_client_own_click, transcript_days: transcript_kept_days ?? transcript_days };
      await this.repository.saveSettings(actor.id, chosen, work.tx);
      await work.record({ action: 'change_meeting_settings', subjectType: 'therapist', subjectId: actor.id });
      return toSettingsDto(chosen);
    });
  }

  /** @throws PermanentFailure when no further try can deliver it */
  @Handles(sendConsentMail)
  async deliver({ consent_id, mail_id }: { consent_id: string; mail_id: string }): Promise<void> {
    const consent = await this.repository.findForMail(consent_id);
    if (!consent || !isAsked(consent, this.clock.now())) return;
    if (!(await this.clients.hasAddress(consent.client_id, consent.client_email))) throw new PermanentFailure(messages.foreignAddress);
    const end = await this.ends.of(consent);
    if (end === 'ended') return;
    const first = await this.introductions.mailBlocks(consent.therapist_id, consent.client_id);
    const mail = consentMail(consent, mail_id, this.config.publicUrl, first);
    await this.mailer.deliver({ ...mail, ...(end && { headers: end.headers }) }, { practice: consent.therapist_id });
  }

  @Upkeep('meeting consents that nobody used')
  deleteUnused(): Promise<number> {
    return this.repository.deleteUnused(new Date(this.clock.now().getTime() - KEPT_UNUSED_MS));
  }

  /** Two persons are one: what the one was asked the other was. */
  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, therapistId, work.tx);
  }

  /** Whoever reads the old mailbox can no longer answer for the client; the new one gets links of its own, to no more than a practice may ask for in an hour. */
  @OnEvent(ClientAddressChanged)
  async renewLinks({ clientId, therapistId }: ClientAddressChanged, work: Work): Promise<void> {
    const asked = (await this.repository.renewTokens(clientId, therapistId, work.tx)).filter((consent) => isAsked(consent, work.now()));
    // The newest ones; all stand in the client's portal.
    await work.enqueue(sendConsentMail, ...asked.slice(-MAILS_TO_CLIENT.max).map(({ id }) => ({ consent_id: id, mail_id: newId() })));
  }

  /** A mailbox that its person left answers nothing for them, be it another's by now or not: they take back in their portal what they said, and the practice can ask anew. */
  @OnEvent(RecordsLeft)
  async leave({ ids, isNoted }: RecordsLeft, work: Work): Promise<void> {
    if (!isNoted) return;
    for (const id of ids) await this.repository.renewTokens(id, undefined, work.tx);
  }

  private async recordsOf(clientId: string, on?: Queryable): Promise<OwnRecords> {
    return { own: await this.clients.recordsOf(clientId, on), left: await this.clients.recordsLeftBy(clientId, on) };
  }

  /** Whoever holds a link is heard, whatever else comes from their connection: saying no must be possible at any moment. */
  private async linked({ address }: Actor, token: string): Promise<ConsentRow> {
    const consent = await this.repository.findLinked(token);
    const wait = consent ? 0 : await this.limits.reserve([GUESSED_FROM_HERE, connectionOf(address)]);
    if (wait > 0) throw new DomainError('too_many', messages.openedTooOften, { retryAfterSeconds: wait });
    return known(consent);
  }

  private async take(work: Work, consent: ConsentRow, click: Click): Promise<void> {
    const { party, by, way, given } = click;
    const status = consentStatus(consent, work.now());
    if (status === 'withdrawn') {
      // A no that is said again, such as a second tap, finds what it wants.
      if (!given) return;
      throw new DomainError('conflict', messages.consentWithdrawn);
    }
    if (!consent.is_ours) {
      if (given) throw new DomainError('conflict', messages.consentChanged);
      return this.takeBack(work, consent, click);
    }
    if (status === 'used') {
      if (given) throw new DomainError('conflict', messages.sessionHasBegun);
      return this.takeBack(work, consent, click);
    }
    if (status === 'expired') throw new DomainError('conflict', messages.consentOver);
    // Their own yes taken back is no answer that can be changed: whoever still wants it asks anew.
    if (!given && by === 'client' && consent.client_agreed && consent.client_answered_by === 'client') return this.takeBack(work, consent, click);
    if (party === 'client' && by === 'therapist' && consent.client_answered_by === 'client') throw new DomainError('conflict', messages.clientAnsweredThemselves);
    if (isAnsweredSo(consent, click)) return;
    if (given) await this.count(work, [YESES, consent.id], messages.answeredTooOften);
    const change: Partial<MeetingConsent> = party === 'therapist' ? { therapist_agreed: given } : { client_agreed: given, client_answered_by: by };
    await this.keep(work, consent, click, given ? 'agreed' : 'declined', change);
    await work.record(deed(given ? 'agree_to_recording' : 'decline_recording', consent, { party, by, way }));
  }

  private async takeBack(work: Work, consent: ConsentRow, click: Omit<Click, 'given'>): Promise<void> {
    if (consent.withdrawn_at) return;
    await this.keep(work, consent, click, 'withdrawn', { withdrawn_at: work.now(), withdrawn_by: click.party });
    await work.record(deed('withdraw_recording_consent', consent, click));
    await work.publish(new RecordingConsentWithdrawn(consent.id));
  }

  private async keep(work: Work, consent: ConsentRow, { party, by, way }: Omit<Click, 'given'>, answer: 'agreed' | 'declined' | 'withdrawn', change: Partial<MeetingConsent>): Promise<void> {
    const click = { party, answer, recorded_by: by, way, answered_at: work.now(), texts: textsOf(consent.text_version), connection: connectionOf(work.actor.address) };
    await this.repository.saveAnswer(consent, click, change, work.tx);
  }

  private toDto(consent: ConsentRow): MeetingConsentDto {
    return toMeetingConsent(consent, this.repository.openUrl(consent) ?? null, this.clock.now());
  }

  private toOwnDto(consent: ConsentRow): OwnMeetingConsentDto {
    return toOwnConsent(consent, this.clock.now());
  }

  /** As the person is shown it, signed in. */
  private async toPersonsDtos(clientId: string, consents: readonly ConsentRow[], own: OwnRecords): Promise<OwnMeetingConsentDto[]> {
    const strangers = await this.introductions.findAll(consents.flatMap(({ is_confirmed, therapist_id }) => (is_confirmed ? [] : [therapist_id])), clientId);
    return consents.map((consent) => {
      const told = this.toOwnDto(consent);
      const unknown = consent.is_confirmed ? undefined : strangers.get(consent.therapist_id);
      return { ...told, can_agree: told.can_agree && !isLeft(consent, own), unknown_practice: unknown ? { namesake: unknown.namesake } : null };
    });
  }

  private async count(work: Work, entry: readonly [Limit, string], sentence: string): Promise<void> {
    const wait = await this.limits.reserveIn(work.tx, [entry]);
    if (wait > 0) throw new DomainError('too_many', sentence, { retryAfterSeconds: wait });
  }
}

function known<Consent>(consent: Consent | undefined): Consent {
  if (!consent) throw new DomainError('not_found', messages.noSuchConsent);
  return consent;
}

function isLeft({ client_id }: ConsentRow, { own }: OwnRecords): boolean {
  return client_id === null || !own.includes(client_id);
}

function isAnsweredSo({ therapist_agreed, client_agreed, client_answered_by }: ConsentRow, { party, by, given }: Click): boolean {
  return party === 'therapist' ? therapist_agreed === given : client_agreed === given && client_answered_by === by;
}

function toCopied(consent: ConsentRow, now: Date): CopiedEntryDto {
  const { id, created_at, text_version } = consent;
  const words = textsOf(text_version);
  return {
    id,
    title: messages.copiedConsent(utcTime(created_at.toISOString())),
    about: messages.COPIED_STATUS[consentStatus(consent, now)],
    text: words.client,
    facts: [
      ...toToldMarks(consent).map(({ party, answer, recorded_by, way, answered_at }) => ({ label: messages.copiedMark(party, utcTime(answered_at)), value: messages.copiedAnswer(answer, recorded_by, way) })),
      { label: messages.COPIED_THERAPIST_TEXT, value: words.therapist },
    ],
  };
}

function deed(action: string, { id, client_id }: Pick<ConsentRow, 'id' | 'client_id'>, click?: Omit<Click, 'given'>) {
  return { action, subjectType: 'meeting_consent', subjectId: id, ...(client_id !== null && { clientIds: [client_id] }), ...(click && { details: { party: click.party, recorded_by: click.by, way: click.way } }) } as const;
}

function toSettingsDto({ ask_client_own_click, transcript_days }: MeetingChoices): MeetingSettingsDto {
  return { ask_client_own_click, transcript_kept_days: transcript_days };
}

/** A click of the client's own is still to be made, or to be changed. */
function isAsked(consent: Omit<ConsentRow, 'token'>, now: Date): boolean {
  return consent.client_answered_by !== 'client' && ['waiting', 'complete'].includes(consentStatus(consent, now));
}
