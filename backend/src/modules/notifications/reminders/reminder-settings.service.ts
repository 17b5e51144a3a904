import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Database, Queryable, statement } from '../../../common/database/database';
import { refusedField } from '../../../common/errors/domain-error';
import { Work, Works } from '../../../common/work/work';
import { formatTime, parseTime } from '../../scheduling/rules/calendar';
import * as messages from './messages';
import { ReminderSettings, ServiceReminder } from './reminder.entity';
import { ReminderSettingsDto, ReminderSettingsInputDto, ServiceReminderDto } from './reminders.dto';

/** Where a therapist chose nothing: a day before, and nobody is woken. */
export const DEFAULT_REMINDERS: Omit<ReminderSettings, 'therapist_id' | 'updated_at'> = { hours_before: 24, quiet_from: 22 * 60, quiet_to: 7 * 60, morning_digest: false };

const DAY_MINUTES = 24 * 60;
const MAX_QUIET_HOURS = 16;

const SERVICES = statement<ServiceReminderDto>('service-reminders', `select s.id as service_id, s.name as service_name, r.hours_before from services s left join service_reminders r on r.service_id = s.id
         where s.therapist_id = $1 and s.archived_at is null order by s.position, s.created_at, s.id limit 500`);
const SAVE = statement('reminder-settings-save', `insert into reminder_settings (therapist_id, hours_before, quiet_from, quiet_to, morning_digest, updated_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (therapist_id) do update set hours_before = excluded.hours_before, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, morning_digest = excluded.morning_digest, updated_at = excluded.updated_at`);
const DROP_OTHERS = statement('service-reminders-drop', `delete from service_reminders r using services s where s.id = r.service_id and s.therapist_id = $1 and not (r.service_id = any($2::uuid[]))`);
const SAVE_SERVICES = statement<Pick<ServiceReminder, 'service_id'>>('service-reminders-save', `insert into service_reminders (service_id, hours_before)
         select s.id, w.hours_before from unnest($2::uuid[], $3::int[]) as w (service_id, hours_before) join services s on s.id = w.service_id and s.therapist_id = $1
         on conflict (service_id) do update set hours_before = excluded.hours_before returning service_id`);

/** When a therapist's clients are reminded of their appointments. */
@Injectable()
export class ReminderSettingsService {
  constructor(
    private readonly works: Works,
    private readonly database: Database,
  ) {}

  async find(therapistId: string, on: Queryable = this.database): Promise<ReminderSettingsDto> {
    const settings = (await on.manager.findOneBy(ReminderSettings, { therapist_id: therapistId })) ?? DEFAULT_REMINDERS;
    const clock = (minutes: number | null): string | null => (minutes === null ? null : formatTime(minutes));
    const { hours_before, quiet_from, quiet_to, morning_digest } = settings;
    return { hours_before, quiet_from: clock(quiet_from), quiet_to: clock(quiet_to), morning_digest, services: await on.query(SERVICES, [therapistId]) };
  }

  /** Replaces them, those of single services too. @throws DomainError rule for quiet hours that cannot be, or a service that is not the therapist's */
  replace(actor: Actor & { id: string }, input: ReminderSettingsInputDto): Promise<ReminderSettingsDto> {
    const [from, to] = quietHours(input);
    return this.works.begin(actor, async (work) => {
      await work.tx.query(SAVE, [actor.id, input.hours_before, from, to, input.morning_digest, work.now()]);
      await this.replaceServices(work, actor.id, input);
      await work.record({ action: 'change_reminders', subjectType: 'therapist', subjectId: actor.id });
      return this.find(actor.id, work.tx);
    });
  }

  private async replaceServices({ tx }: Work, therapistId: string, { services }: ReminderSettingsInputDto): Promise<void> {
    const ids = services.map(({ service_id }) => service_id);
    await tx.query(DROP_OTHERS, [therapistId, ids]);
    const saved = await tx.query(SAVE_SERVICES, [therapistId, ids, services.map(({ hours_before }) => hours_before)]);
    if (saved.length < ids.length) throw refusedField('services', messages.noSuchService);
  }
}

function quietHours({ quiet_from, quiet_to }: ReminderSettingsInputDto): [number | null, number | null] {
  const [from, to] = [quiet_from, quiet_to].map((time) => (time ? (parseTime(time) ?? null) : null));
  if (from === undefined || to === undefined || (from === null && to === null)) return [null, null];
  if (from === null) throw refusedField('quiet_from', messages.quietBoth);
  if (to === null) throw refusedField('quiet_to', messages.quietBoth);
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES;
  if (length < 60 || length > MAX_QUIET_HOURS * 60) throw refusedField('quiet_to', messages.quietLength(MAX_QUIET_HOURS));
  return [from, to];
}
