import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { Works } from '../../../common/work/work';
import { BookingNews } from '../../bookings/changes/booking-news.service';
import { BookingMailDto, MailState } from './mails.dto';
import { MailRepository, MailRow } from './mail.repository';
import * as messages from './messages';

type Therapist = Actor & { id: string };

const HOUR_MS = 3_600_000;
const AGAIN_BY_BOOKING: Limit = { scope: 'booking-mails-again', max: 5, windowMs: HOUR_MS };
const AGAIN_BY_THERAPIST: Limit = { scope: 'booking-mails-again-therapist', max: 60, windowMs: HOUR_MS };

const STATES: Record<MailRow['state'], MailState> = { pending: 'queued', queued: 'queued', done: 'sent', failed: 'failed', discarded: 'failed' };

/** What became of the mails about appointments. */
@Injectable()
export class BookingMailsService {
  constructor(
    private readonly works: Works,
    private readonly repository: MailRepository,
    private readonly news: BookingNews,
    private readonly limits: Limits,
    private readonly repeats: RepeatGuard,
    private readonly clock: Clock,
  ) {}

  /** Of the therapist's own appointments among these, the first mail first. */
  async list(actor: Therapist, bookingIds: readonly string[]): Promise<BookingMailDto[]> {
    const rows = await this.repository.listMails(actor.id, bookingIds, this.clock.now());
    if (rows.length > 0) {
      const clientIds = [...new Set(rows.map(({ client_id }) => client_id))];
      await this.works.recordRead(actor, { action: 'read_booking_mails', subjectType: 'therapist', subjectId: actor.id, clientIds });
    }
    return rows.map(toMail);
  }

  /**
   * The same message once more, with the same Message-ID.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found; conflict when it is on its way or out of date; too_many
   */
  sendAgain(actor: Therapist, id: string, key?: string): Promise<BookingMailDto> {
    const repeat = this.repeats.of<BookingMailDto>(`POST /api/therapist/booking-mails/${id}/send-again ${actor.id}`, key, {});
    return this.works.begin(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      const mail = await this.repository.findMail(actor.id, id, work.now(), work.tx);
      if (!mail) throw new DomainError('not_found', messages.noSuchMail);
      if (!mail.holds) throw new DomainError('conflict', messages.outOfDate);
      const wait = await this.limits.reserveIn(work.tx, [[AGAIN_BY_BOOKING, mail.booking_id], [AGAIN_BY_THERAPIST, actor.id]]);
      if (wait > 0) throw new DomainError('too_many', messages.tooOften, { retryAfterSeconds: wait });
      if (mail.recipient === 'client') await this.news.countMail(work, { therapist_id: actor.id, client_id: mail.client_id });
      if (!(await work.repeatJob(id))) throw new DomainError('conflict', messages.onItsWay);
      await work.record({ action: 'send_mail_again', subjectType: 'booking', subjectId: mail.booking_id, clientIds: [mail.client_id] });
      const answer: BookingMailDto = { ...toMail(mail), state: 'queued', at: work.now().toISOString(), reason: null, can_send_again: false };
      await repeat?.remember(work, answer);
      return answer;
    });
  }
}

function toMail({ id, booking_id, kind, recipient, holds, ...job }: MailRow): BookingMailDto {
  const state = STATES[job.state];
  const at = state === 'queued' ? job.created_at : (job.finished_at ?? job.created_at);
  return { id, booking_id, kind, recipient, state, at: at.toISOString(), reason: job.last_error, can_send_again: holds && state !== 'queued' };
}
