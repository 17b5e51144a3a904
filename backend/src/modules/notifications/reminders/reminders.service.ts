import { Injectable } from '@nestjs/common';
import { type Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, PermanentFailure, Upkeep } from '../../../common/jobs/job';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { RecordsMoved } from '../../clients/persons/person.events';
import { aboutClient, ClientsService } from '../../clients/persons/persons.service';
import { IntroductionsService } from '../../clients/strangers/introductions.service';
import { MailEnds } from '../../clients/strangers/mail-ends.service';
import { FOREIGN_ADDRESS } from '../messages';
import * as messages from './messages';
import { reminderMail } from './reminder-mail';
import { ReminderRepository } from './reminder.repository';
import { ReminderChoiceDto } from './reminders.dto';

/** 18 tries over about eight hours; one that comes after the appointment began is not sent. */
export const sendReminder = job<{ reminder_id: string }>('mail', 'send-reminder', { attempts: 18, toTypedAddress: true });

/** Few tries: the next round comes soon. */
const remindOfAppointments = job<Record<string, never>>('maintenance', 'remind-of-appointments', { attempts: 2, everyMs: 60_000 });

const BATCH = 1_000;
/** A connection may be that of a practice's waiting room. */
const BY_LINK: Limit = { scope: 'reminder-choices', max: 300, windowMs: 3_600_000 };
/** A network has as many connections as it likes, and each choice is in the log. */
const CHOICES: Limit = { scope: 'reminder-choices-of-client', max: 20, windowMs: 3_600_000 };

/** Reminds clients of their appointments, at the time and outside of the quiet hours that their therapist chose, unless they want none. */
@Injectable()
export class RemindersService {
  constructor(
    private readonly works: Works,
    private readonly repository: ReminderRepository,
    private readonly clients: ClientsService,
    private readonly ends: MailEnds,
    private readonly introductions: IntroductionsService,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly limits: Limits,
  ) {}

  /** In batches that are committed by themselves: what a round that was cut short put in line stays there. */
  @Handles(remindOfAppointments)
  async remind(): Promise<void> {
    let count: number;
    do {
      count = await this.works.begin(SYSTEM_ACTOR, async (work) => {
        const ids = await this.repository.putInLine(work.now(), BATCH, work.tx);
        await work.enqueue(sendReminder, ...ids.map((reminder_id) => ({ reminder_id })));
        return ids.length;
      });
    } while (count > 0);
  }

  /**
   * Nothing, when the appointment was moved or cancelled, has begun, or its client wants no reminders any more. Sent again, it carries the same
   * Message-ID. @throws PermanentFailure when no further try can deliver it
   */
  @Handles(sendReminder)
  async deliver({ reminder_id }: { reminder_id: string }): Promise<void> {
    const now = this.clock.now();
    const found = await this.repository.findForMail(reminder_id, now);
    if (!found) return;
    const { client_id, client_email } = found.notice;
    if (!(await this.clients.hasAddress(client_id, client_email))) throw new PermanentFailure(FOREIGN_ADDRESS);
    if ((await this.ends.of({ therapist_id: found.therapistId, client_email })) === 'ended') return this.repository.markSent(reminder_id, now);
    await this.mailer.deliver(reminderMail(found, this.config.publicUrl, now, await this.introductions.mailBlocks(found.therapistId, client_id)), { practice: found.therapistId });
    await this.repository.markSent(reminder_id, now);
  }

  @Upkeep('booking reminders')
  deleteOld(): Promise<number> {
    return this.repository.deleteOld(this.clock.now());
  }

  /** Of whoever got the reminder that the token is from. @throws DomainError not_found; too_many */
  async linkedChoice(actor: Actor, token: string): Promise<ReminderChoiceDto> {
    return this.choiceOf(actor, await this.clientOf(actor, token));
  }

  /** @throws DomainError as {@link linkedChoice} */
  async chooseByLink(actor: Actor, token: string, wanted: boolean): Promise<ReminderChoiceDto> {
    const clientId = await this.clientOf(actor, token);
    const wait = await this.limits.reserve([CHOICES, clientId]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyTries, { retryAfterSeconds: wait });
    return this.choose(actor, clientId, wanted);
  }

  async choiceOf(actor: Actor, clientId: string): Promise<ReminderChoiceDto> {
    await this.works.recordRead(actor, { action: 'view_reminder_choice', ...aboutClient(clientId) });
    return { wanted: !(await this.repository.isStopped(clientId)) };
  }

  /** Of every practice: what was put in line already is not sent either. */
  choose(actor: Actor, clientId: string, wanted: boolean): Promise<ReminderChoiceDto> {
    return this.works.begin(actor, async (work) => {
      // What practices keep of the address brings no earlier stop back, should the client go there one day.
      if (wanted) await this.repository.start(await this.clients.recordsOf(clientId, work.tx), work.tx);
      else await this.repository.stop(clientId, work.now(), work.tx);
      await work.record({ action: wanted ? 'start_reminders' : 'stop_reminders', ...aboutClient(clientId) });
      return { wanted };
    });
  }

  private async clientOf(actor: Actor, token: string): Promise<string> {
    const wait = await this.limits.reserve([BY_LINK, connectionOf(actor.address)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyTries, { retryAfterSeconds: wait });
    const clientId = await this.repository.findByToken(token, (id) => this.clients.idsOf(id));
    if (clientId === undefined) throw new DomainError('not_found', messages.noSuchLink);
    return clientId;
  }

  @OnEvent(RecordsMoved)
  async merge({ fromId, intoId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.mergeStopped(fromId, intoId, work.tx);
  }
}
