import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { Actor } from '../../../common/access/actor';
import { newId } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { countingRefusals } from '../../../common/limits/refusals';
import { Work, Works } from '../../../common/work/work';
import { DAY_MS, parseDate, parseTime, ZoneClock } from '../../scheduling/rules/calendar';
import { WorkingHoursService } from '../../scheduling/working-hours/working-hours.service';
import { AvailabilityService, practiceLine } from '../availability/availability.service';
import { TimeFreed } from '../changes/booking.events';
import * as messages from '../messages';
import { TimeOffDto, TimeOffInputDto, TimeOffQueryDto, TimeOffRemovalDto } from './time-off.dto';
import { COUNTED_APPOINTMENTS, TimeOffRepository, TimeOffRow, TimeOffSpan } from './time-off.repository';

/** Of one therapist; older ones can be deleted. */
const MAX_TIME_OFF = 1_000;
const MAX_DAYS = 366;
/** How many appointments a question names. */
const NAMED_APPOINTMENTS = 6;
const MAX_YEARS_AHEAD = 10;
const END_OF_DAY = 24 * 60;
/** Of one therapist: each was looked at in the practice's turn, which bookings wait for. */
const REFUSED: Limit = { scope: 'time-off-refused', max: 120, windowMs: 3_600_000 };
const ROUTE = 'POST /api/therapist/time-off';

type Therapist = Actor & { id: string };

/** Time that a therapist takes out of what can be booked: blocks of hours, and holidays of whole days. What is booked already stays. */
@Injectable()
export class TimeOffService {
  constructor(
    private readonly works: Works,
    private readonly repository: TimeOffRepository,
    private readonly repeats: RepeatGuard,
    private readonly availability: AvailabilityService,
    private readonly workingHours: WorkingHoursService,
    private readonly limits: Limits,
  ) {}

  /** By its start. */
  async list(therapistId: string, { from, to }: TimeOffQueryDto): Promise<TimeOffDto[]> {
    const { zone } = await this.workingHours.find(therapistId);
    return (await this.repository.listTimeOff(therapistId, zone, { from, to })).map(toTimeOff);
  }

  /**
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError rule for times that cannot be; conflict when appointments lie in it that are not said to stay; too_many after very many refusals
   */
  async add(actor: Therapist, input: TimeOffInputDto, key?: string): Promise<TimeOffDto> {
    const repeat = this.repeats.of<TimeOffDto>(`${ROUTE} ${actor.id}`, key, input);
    return this.counted(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      if ((await this.repository.countTimeOff(actor.id, work.tx)) >= MAX_TIME_OFF) throw new DomainError('rule', messages.tooMuchTimeOff(MAX_TIME_OFF));
      const id = newId();
      const { zone, span } = await this.spanOf(work, actor.id, input);
      await this.repository.insertTimeOff({ id, therapist_id: actor.id, ...span, name: input.name ?? null, created_at: work.now() }, work.tx);
      await work.record({ action: 'add_time_off', subjectType: 'working_hours', subjectId: actor.id });
      const answer = await this.show(work, actor.id, zone, id);
      await repeat?.remember(work, answer);
      return answer;
    });
  }

  /** @throws DomainError not_found; as {@link add} */
  change(actor: Therapist, id: string, input: TimeOffInputDto): Promise<TimeOffDto> {
    return this.counted(actor, async (work) => {
      const { zone, span } = await this.spanOf(work, actor.id, input);
      const known = await this.repository.updateTimeOff({ id, therapist_id: actor.id }, { ...span, name: input.name ?? null, updated_at: work.now() }, work.tx);
      if (!known) throw new DomainError('not_found', messages.noSuchTimeOff);
      await work.publish(new TimeFreed(actor.id));
      await work.record({ action: 'change_time_off', subjectType: 'working_hours', subjectId: actor.id });
      return this.show(work, actor.id, zone, id);
    });
  }

  /** The time can be booked again. @throws DomainError not_found */
  remove(actor: Therapist, id: string): Promise<TimeOffRemovalDto> {
    return this.works.begin(actor, async (work) => {
      if (!(await this.repository.deleteTimeOff({ id, therapist_id: actor.id }, work.tx))) throw new DomainError('not_found', messages.noSuchTimeOff);
      await work.publish(new TimeFreed(actor.id));
      await work.record({ action: 'remove_time_off', subjectType: 'working_hours', subjectId: actor.id });
      return { status: 'deleted' };
    });
  }

  private counted<Answer>(actor: Therapist, run: (work: Work) => Promise<Answer>): Promise<Answer> {
    return countingRefusals(this.limits, [REFUSED, actor.id], messages.tooManyRefused, () => this.works.beginInLine(practiceLine({ therapist_id: actor.id }), actor, run));
  }

  /** In the therapist's turn, so that no booking comes in between. */
  private async spanOf(work: Work, therapistId: string, input: TimeOffInputDto): Promise<{ zone: string; span: TimeOffSpan }> {
    await this.availability.lock(work, { therapist_id: therapistId });
    const { zone } = await this.workingHours.find(therapistId, work.tx);
    if ((parseDate(input.first_date) ?? 0) * DAY_MS > work.now().getTime() + MAX_YEARS_AHEAD * 366 * DAY_MS) throw refusedField('first_date', messages.timeOffTooFar(MAX_YEARS_AHEAD));
    const span = input.kind === 'block' ? blockOf(input, zone) : holidayOf(input);
    if (input.keep_appointments) return { zone, span };
    const appointments = await this.repository.listAppointmentsIn(therapistId, zone, span, work.tx);
    if (appointments.length > 0) throw new DomainError('conflict', messages.appointmentsInTimeOff(appointments.length, COUNTED_APPOINTMENTS, namedTimes(appointments, zone)));
    return { zone, span };
  }

  private async show(work: Work, therapistId: string, zone: string, id: string): Promise<TimeOffDto> {
    const [row] = await this.repository.listTimeOff(therapistId, zone, { id }, work.tx);
    if (!row) throw new Error('time off that was saved is gone');
    return toTimeOff(row);
  }
}

/** The first of them; who comes is on the schedule. */
function namedTimes(starts: readonly Date[], zone: string): string {
  const words = starts.slice(0, NAMED_APPOINTMENTS).map((at) => DateTime.fromJSDate(at, { zone }).setLocale('en').toFormat("ccc d LLL yyyy 'at' HH:mm"));
  return `${words.join(', ')}${starts.length > NAMED_APPOINTMENTS ? ', …' : ''}`;
}

function blockOf({ first_date, last_date, start_time, end_time }: TimeOffInputDto, zone: string): TimeOffSpan {
  if (start_time === undefined) throw refusedField('start_time', messages.blockTimes);
  if (end_time === undefined) throw refusedField('end_time', messages.blockTimes);
  if (last_date !== undefined && last_date !== first_date) throw refusedField('last_date', messages.blockOfOneDay);
  const clock = ZoneClock.of(zone);
  const day = parseDate(first_date) ?? 0;
  const [start, end] = [parseTime(start_time) ?? 0, end_time === '24:00' ? END_OF_DAY : (parseTime(end_time) ?? 0)];
  if (end <= start) throw refusedField('end_time', messages.blockBackwards);
  const startsAt = clock.instantOf(day, start);
  if (startsAt === undefined) throw refusedField('start_time', messages.skippedTime(start_time));
  const endsAt = end === END_OF_DAY ? clock.instantOf(day + 1, 0) : clock.instantOf(day, end);
  if (endsAt === undefined) throw refusedField('end_time', messages.skippedTime(end_time));
  return { kind: 'block', starts_at: new Date(startsAt), ends_at: new Date(endsAt), first_date: null, last_date: null };
}

function holidayOf({ first_date, last_date = first_date, start_time, end_time }: TimeOffInputDto): TimeOffSpan {
  if (start_time !== undefined || end_time !== undefined) throw refusedField('start_time', messages.holidayWithoutTimes);
  const days = (parseDate(last_date) ?? 0) - (parseDate(first_date) ?? 0) + 1;
  if (days < 1) throw refusedField('last_date', messages.holidayBackwards);
  if (days > MAX_DAYS) throw refusedField('last_date', messages.holidayTooLong(MAX_DAYS));
  return { kind: 'holiday', starts_at: null, ends_at: null, first_date, last_date };
}

function toTimeOff({ id, kind, name, starts_at, ends_at, ...row }: TimeOffRow): TimeOffDto {
  const instants = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() };
  if (row.first_date !== null && row.last_date !== null) return { id, kind, name, first_date: row.first_date, last_date: row.last_date, start_time: null, end_time: null, ...instants };
  const [first_date = '', start_time = ''] = row.local_start.split(' ');
  const [lastDate = '', endTime = ''] = row.local_end.split(' ');
  // Until midnight is until the end of the day before.
  const isMidnight = endTime === '00:00';
  const last_date = isMidnight ? dayBefore(lastDate) : lastDate;
  return { id, kind, name, first_date, last_date, start_time, end_time: isMidnight ? '24:00' : endTime, ...instants };
}

function dayBefore(date: string): string {
  return new Date(((parseDate(date) ?? 0) - 1) * DAY_MS).toISOString().slice(0, 10);
}
