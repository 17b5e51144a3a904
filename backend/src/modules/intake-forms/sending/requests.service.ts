import { Injectable } from '@nestjs/common';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newToken } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, PermanentFailure, Upkeep } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { Page, pageOf, readCursor } from '../../../common/paging/paging';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { ClientsService } from '../../clients/persons/persons.service';
import { StrangersService } from '../../clients/strangers/strangers.service';
import { ClientAddressChanged, RecordsLeft, RecordsMoved } from '../../clients/persons/person.events';
import { IntroductionsService } from '../../clients/strangers/introductions.service';
import { OwnReadsService } from '../../clients/strangers/own-reads.service';
import { MailEnds } from '../../clients/strangers/mail-ends.service';
import { IntakeAnswerRepository } from '../answers/answer.repository';
import * as messages from './messages';
import { RequestMailKind, renewedMail, requestMail } from './request-mail';
import { isWaiting, statusOf } from './request-status';
import { IntakeRequestDto, OwnFormDto, OwnFormLinkDto, RequestListQueryDto, SendFormDto } from './request.dto';
import { IntakeRequestRepository, ListedRequest, OPEN_DAYS } from './request.repository';

/** 18 tries over about eight hours. `mail_id` tells one sending from the next, and makes a repeat recognisable. */
export const sendIntakeMail = job<{ request_id: string; kind: RequestMailKind; mail_id: string }>('mail', 'send-intake-mail', { attempts: 18, toTypedAddress: true });

/** Few tries: the next round comes soon. */
const remindOfForms = job<Record<string, never>>('maintenance', 'remind-of-forms', { attempts: 2, everyMs: 10 * 60_000 });

/** In one transaction, and how often on end before others have their turn. */
const [REMINDED_AT_ONCE, REMIND_ROUNDS] = [500, 10] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNSENT_KEPT_DAYS = 30;
const MAX_ROWS = 500;
const MAILS_PER_REQUEST: Limit = { scope: 'intake-mails', max: 3, windowMs: HOUR_MS };
/** Whatever the forms are, whether they were withdrawn or not: nobody's mailbox is filled from here. */
const MAILS_TO_CLIENT: Limit = { scope: 'intake-mails-client', max: 10, windowMs: HOUR_MS };
const MAILS_TO_CLIENT_A_DAY: Limit = { scope: 'intake-mails-client-day', max: 20, windowMs: DAY_MS };
/** A therapist who sends more by hand is none. */
const SENT_BY_HAND: Limit = { scope: 'intake-sent', max: 100, windowMs: HOUR_MS };

function toRequestDto(request: ListedRequest, now: Date, selfHarm: number | null = null): IntakeRequestDto {
  const { id, form_id, booking_id, client_id, client_name, title, timezone } = request;
  const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id,
    form_id,
    booking_id,
    client_id,
    client_name,
    title,
    status: statusOf(request, now),
    sent_at: request.created_at.toISOString(),
    opened_at: instant(request.opened_at),
    started_at: instant(request.started_at),
    completed_at: instant(request.completed_at),
    reminded_at: instant(request.reminded_at),
    starts_at: instant(request.starts_at),
    timezone,
    self_harm: selfHarm,
  };
}

/** Asks people to fill in forms: with their bookings, or by hand; reminds them; and tells the therapist how far it is. */
@Injectable()
export class IntakeRequestsService {
  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly clients: ClientsService,
    private readonly repository: IntakeRequestRepository,
    private readonly answers: IntakeAnswerRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly strangers: StrangersService,
    private readonly introductions: IntroductionsService,
    private readonly reads: OwnReadsService,
    private readonly ends: MailEnds,
  ) {}

  /**
   * Makes what a booking's service asks for, once, and gives the links for its mail. Called by whoever writes that mail, so that a booking
   * itself costs no more.
   * @returns addresses of the forms that still wait, in the order the forms were made
   */
  async linksForBooking(bookingId: string): Promise<string[]> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      for (const { ends_at, ...form } of await this.repository.listFormsOfBooking(bookingId, work.tx)) {
        const id = newId();
        const expiresAt = new Date(ends_at.getTime() + OPEN_DAYS.afterAppointment * DAY_MS);
        const made = await this.repository.insertRequest({ ...form, id, booking_id: bookingId, token: newToken(), created_at: work.now(), expires_at: expiresAt }, work.tx);
        if (made) await work.record(requestDeed('send_form', id, form.client_id));
      }
      const tokens = await this.repository.listTokensOfBooking(bookingId, work.tx);
      return tokens.map((token) => `${this.config.publicUrl}/forms#${token}`);
    });
  }

  /**
   * A therapist sends a form by hand. To an appointment that is still to come it belongs; of a past one it only takes the client.
   * @throws DomainError not_found for what is not the therapist's own; conflict when it was sent and still waits; too_many
   */
  async send(actor: Actor & { id: string }, { form_id, booking_id, client_id }: SendFormDto): Promise<IntakeRequestDto> {
    if ((booking_id === undefined) === (client_id === undefined)) throw new DomainError('invalid', messages.whoGetsIt, { errors: [{ field: 'booking_id', message: messages.whoGetsIt }] });
    const id = await this.works.begin(actor, async (work) => {
      const now = work.now();
      const booking = booking_id === undefined ? undefined : await this.repository.findBooking(actor.id, booking_id, work.tx);
      if (booking_id !== undefined && !booking) throw new DomainError('not_found', messages.noSuchBooking);
      const clientId = booking?.client_id ?? (client_id as string);
      const ahead = booking?.status === 'confirmed' && booking.ends_at > now ? booking : undefined;
      await this.countSent(work, actor.id);
      await this.countMail(work, actor.id, clientId);
      const form = await this.repository.findSendable(actor.id, form_id, clientId, now, work.tx);
      if (!form) throw new DomainError('not_found', messages.noSuchForm);
      if (!ahead && form.waiting) throw new DomainError('conflict', messages.sentAlready);
      const requestId = newId();
      const expires_at = ahead ? new Date(ahead.ends_at.getTime() + OPEN_DAYS.afterAppointment * DAY_MS) : new Date(now.getTime() + OPEN_DAYS.byHand * DAY_MS);
      const { version_id } = form;
      const row = { id: requestId, therapist_id: actor.id, client_id: clientId, booking_id: ahead ? (booking_id as string) : null, form_id, version_id };
      if (!(await this.repository.insertRequest({ ...row, token: newToken(), created_at: now, expires_at }, work.tx))) throw new DomainError('conflict', messages.sentAlready);
      await work.record(requestDeed('send_form', requestId, clientId));
      await this.mail(work, requestId, 'sent');
      return requestId;
    });
    return this.show(actor.id, id);
  }

  /** The mail once more. @throws DomainError not_found; conflict when it does not wait any more; too_many after three mails in an hour */
  async sendAgain(actor: Actor & { id: string }, id: string): Promise<IntakeRequestDto> {
    const request = await this.repository.findOwned(actor.id, id);
    if (!request) throw new DomainError('not_found', messages.noSuchRequest);
    if (!isWaiting(request, this.clock.now())) throw new DomainError('conflict', messages.notWaiting);
    await this.works.begin(actor, async (work) => {
      const wait = await this.limits.reserveIn(work.tx, [[MAILS_PER_REQUEST, id]]);
      if (wait > 0) throw new DomainError('too_many', messages.mailedTooOften, { retryAfterSeconds: wait });
      await this.countMail(work, actor.id, request.client_id);
      await work.record(requestDeed('send_form_again', id, request.client_id));
      await this.mail(work, id, 'sent');
    });
    return toRequestDto(request, this.clock.now());
  }

  /** Its link opens nothing any more. What was answered so far is shown to nobody, and goes some days later. @throws DomainError not_found; conflict */
  async withdraw(actor: Actor & { id: string }, id: string): Promise<IntakeRequestDto> {
    await this.works.begin(actor, async (work) => {
      const withdrawn = await this.repository.withdraw(actor.id, id, work.now(), work.tx);
      if (withdrawn) await work.record(requestDeed('withdraw_form', id, withdrawn.client_id));
      else throw (await this.repository.findOwned(actor.id, id, work.tx)) ? new DomainError('conflict', messages.notWaiting) : new DomainError('not_found', messages.noSuchRequest);
    });
    return this.show(actor.id, id);
  }

  /** Whoever typed them did not send them, and nobody reads them; some days stay in which the practice may ask anew. */
  @Upkeep('answers that were not sent')
  deleteUnsentAnswers(): Promise<number> {
    return this.repository.deleteUnsentAnswers(new Date(this.clock.now().getTime() - UNSENT_KEPT_DAYS * DAY_MS));
  }

  /** Newest first. Whose forms were on the page is in the activity log, in one entry for the page. */
  async list(actor: Actor & { id: string }, query: RequestListQueryDto, url: string): Promise<Page<IntakeRequestDto>> {
    const limit = query.limit ?? MAX_ROWS;
    const now = this.clock.now();
    const { booking_id: bookingIds, form_id: formId, client_id: clientId, status } = query;
    const found = await this.repository.listRequests(actor.id, { bookingIds, formId, clientId, status, now, after: readCursor(query.cursor), limit: limit + 1 });
    const { rows, link } = pageOf(found, limit, url, query, ({ at, id }) => ({ at, id }));
    const selfHarm = await this.answers.listSelfHarm(actor.id, rows.filter(({ completed_at }) => completed_at).map(({ id }) => id));
    if (rows.length > 0) {
      const clientIds = rows.map(({ client_id }) => client_id);
      await this.works.recordRead(actor, { action: 'read_sent_forms', subjectType: 'therapist', subjectId: actor.id, clientIds });
    }
    return { rows: rows.map((row) => toRequestDto(row, now, selfHarm.get(row.id))), link };
  }

  /** A client's own, newest first. @throws DomainError too_many */
  async listOwn(actor: Actor, clientId: string): Promise<OwnFormDto[]> {
    const now = this.clock.now();
    const requests = await this.reads.look(actor, clientId, async () => this.repository.listOfClient(await this.clients.recordsOf(clientId), MAX_ROWS));
    return requests.map((request) => {
      const { id, title, status, sent_at, completed_at, starts_at, timezone } = toRequestDto(request, now);
      return { id, title, therapist_name: request.therapist_name, status, sent_at, completed_at, starts_at, timezone };
    });
  }

  /** @throws DomainError not_found, also for another client's */
  async linkOwn(clientId: string, id: string): Promise<OwnFormLinkDto> {
    const token = await this.repository.findTokenOfClient(await this.clients.recordsOf(clientId), id);
    if (token === undefined) throw new DomainError('not_found', messages.noSuchForm);
    return { path: `/forms#${token}` };
  }

  /** @throws PermanentFailure when no further try can deliver it */
  @Handles(sendIntakeMail)
  async deliver({ request_id, kind, mail_id }: { request_id: string; kind: RequestMailKind; mail_id: string }): Promise<void> {
    // Whose practice closed since then is left out, whichever of them the job was for.
    const found = kind === 'renewed' ? await this.repository.listBesideForMail(request_id) : [await this.repository.findForMail(request_id)];
    const [first, ...others] = found.flatMap((each) => (each && isWaiting(each, this.clock.now()) ? [each] : []));
    if (!first) return;
    if (!(await this.clients.hasAddress(first.client_id, first.client_email))) throw new PermanentFailure(messages.foreignAddress);
    const end = await this.ends.of(first);
    if (end === 'ended') return;
    const mail = others.length > 0 ? renewedMail([first, ...others], mail_id, this.config.publicUrl) : requestMail(first, kind, mail_id, this.config.publicUrl, await this.introductions.mailBlocks(first.therapist_id, first.client_id));
    await this.mailer.deliver({ ...mail, ...(end && { headers: end.headers }) }, { practice: first.therapist_id });
  }

  /** Two days before the appointment, once, and only who had the form before that. */
  @Handles(remindOfForms)
  async remind(): Promise<void> {
    for (let round = 0; round < REMIND_ROUNDS; round += 1) {
      const reminded = await this.works.begin(SYSTEM_ACTOR, async (work) => {
        const ids = await this.repository.markReminded(work.now(), REMINDED_AT_ONCE, work.tx);
        for (const id of ids) await this.mail(work, id, 'reminder');
        return ids.length;
      });
      if (reminded < REMINDED_AT_ONCE) return;
    }
  }

  /** Two persons are one: what was sent to the one was sent to the other. */
  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, therapistId, work.tx);
  }

  /** Whoever reads the old mailbox can no longer fill in, or read, what waits; the new one gets links of its own, all in one mail. */
  @OnEvent(ClientAddressChanged)
  async renewLinks({ clientId, therapistId }: ClientAddressChanged, work: Work): Promise<void> {
    await this.repository.renewTokens(clientId, therapistId, newToken, work.tx);
    const first = (await this.repository.listForMail(clientId, work.tx)).find((each) => isWaiting(each, work.now()) && (therapistId === undefined || each.therapist_id === therapistId));
    if (first) await this.mail(work, first.id, 'renewed');
  }

  /** Nor can they what its person began for a practice whose record stayed with the address. */
  @OnEvent(RecordsLeft)
  async leave({ ids }: RecordsLeft, work: Work): Promise<void> {
    await this.repository.markLeft(ids, work.now(), work.tx);
  }

  private async show(therapistId: string, id: string): Promise<IntakeRequestDto> {
    const request = await this.repository.findOwned(therapistId, id);
    if (!request) throw new DomainError('not_found', messages.noSuchRequest);
    return toRequestDto(request, this.clock.now());
  }

  private async mail(work: Work, requestId: string, kind: RequestMailKind): Promise<void> {
    await work.enqueue(sendIntakeMail, { request_id: requestId, kind, mail_id: newId() });
  }

  private async countSent(work: Work, therapistId: string): Promise<void> {
    const wait = await this.limits.reserveIn(work.tx, [[SENT_BY_HAND, therapistId]]);
    if (wait > 0) throw new DomainError('too_many', messages.sentTooMany, { retryAfterSeconds: wait });
  }

  /** Of one practice: what others send somebody takes nothing away. */
  private async countMail(work: Work, therapistId: string, clientId: string): Promise<void> {
    const key = `${therapistId} ${clientId}`;
    const wait = await this.limits.reserveIn(work.tx, [[MAILS_TO_CLIENT, key], [MAILS_TO_CLIENT_A_DAY, key]]);
    if (wait > 0) throw new DomainError('too_many', messages.clientMailedTooOften, { retryAfterSeconds: wait });
    await this.strangers.countMail(work, therapistId, clientId, messages.clientMailedTooOften);
  }
}

function requestDeed(action: string, id: string, clientId: string) {
  return { action, subjectType: 'intake_request', subjectId: id, clientIds: [clientId] } as const;
}
