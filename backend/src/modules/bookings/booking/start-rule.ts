import { DAY_MS, MINUTE_MS, WallTime, wallTimeOf } from '../../scheduling/rules/calendar';
import { BusyInterval, isFree, outsideHours, startInstant } from '../../scheduling/rules/free-times';
import { bookingRules } from '../../scheduling/rules/working-rules';
import type { BookableService } from '../availability/availability.repository';
import type { Slot } from '../availability/availability.service';
import type { OutsideAnswers } from '../availability/outside-calendar.service';
import * as messages from '../messages';

/** How far ahead appointments are made. */
export const FARTHEST_DAYS = 731;
/** By how much clocks are put back, in all zones there are. */
const PUT_BACK_MS = [30, 60, 120].map((minutes) => minutes * MINUTE_MS);

/** What stands around the times that are judged; instants in epoch milliseconds. */
export interface Surroundings {
  /** Other appointments of the therapist. */
  appointments: readonly BusyInterval[];
  /** All that clients cannot book: appointments, time off, busy blocks, held times. */
  busy: readonly BusyInterval[];
  /** What the therapist's own calendar says, where it was asked. */
  outside: OutsideAnswers;
  now: number;
}

/**
 * Why a time is not simply free: `impossible` and `appointment` are final, `not-bookable` is what a therapist is asked about: what clients could
 * not book, or a time that the clock shows twice.
 */
export interface Obstacle {
  kind: 'impossible' | 'appointment' | 'not-bookable';
  field: 'appointment_date' | 'appointment_time' | 'on_purpose';
  /** A sentence for the therapist. */
  reason: string;
}

/** A time that a therapist chose, with what stands in its way. The slot is there unless it is impossible. */
export interface JudgedStart {
  slot?: Slot;
  obstacle?: Obstacle;
}

/**
 * Judges times that a therapist chooses for appointments of this service that are made or moved together, by the clock of their zone. On a
 * day when clocks change, two of them can lie over each other that did not before.
 */
export function judgeStarts(service: BookableService, times: readonly WallTime[], around: Surroundings): JudgedStart[] {
  const judged = times.map(({ date, time }) => judgeStart(service, date, time, around));
  let takenUntil = -Infinity;
  return judged.map((one) => {
    if (!one.slot) return one;
    const isTaken = one.slot.starts_at.getTime() < takenUntil;
    takenUntil = one.slot.ends_at.getTime();
    return isTaken ? { slot: one.slot, obstacle: overAnother } : one;
  });
}

const overAnother: Obstacle = { kind: 'appointment', field: 'appointment_time', reason: messages.ownAppointmentThere };

function judgeStart(service: BookableService, date: string, time: string, around: Surroundings): JudgedStart {
  const rules = bookingRules(service.timezone, service.hours);
  const start = startInstant(service.timezone, date, time);
  if (start === 'skipped') return impossible('appointment_time', messages.skippedTime(time));
  const startsAt = start.startsAt.getTime();
  if (startsAt <= around.now) return impossible('appointment_date', messages.inThePast);
  if (startsAt > around.now + FARTHEST_DAYS * DAY_MS) return impossible('appointment_date', messages.tooFarAhead);
  const endsAt = startsAt + service.duration_minutes * MINUTE_MS;
  const slot: Slot = {
    therapist_id: service.therapist_id,
    starts_at: start.startsAt,
    ends_at: new Date(endsAt),
    timezone: service.timezone,
    local_date: date,
    local_time: time,
    duration_minutes: service.duration_minutes,
    cancellation_notice_hours: rules.cancellationNoticeHours,
  };
  if (around.appointments.some((taken) => startsAt < taken.endsAt && endsAt > taken.startsAt)) {
    return { slot, obstacle: overAnother };
  }
  // How early or late clients may book is no rule for therapists.
  const outside = outsideHours(rules, date, time);
  const reason = outside !== undefined ? messages.outsideHours(outside) : isFree(rules, around.busy, startsAt, service.duration_minutes) && around.outside.get(startsAt) !== 'busy' ? undefined : messages.inTimeOff;
  const sentences = [...(isShownTwice(service.timezone, startsAt) ? [messages.twiceShownTime(time)] : []), ...(reason === undefined ? [] : [reason])];
  return sentences.length === 0 ? { slot } : { slot, obstacle: { kind: 'not-bookable', field: 'on_purpose', reason: sentences.join(' ') } };
}

/** Whether the clock of a zone shows again what it shows at this instant: it is put back in between. */
function isShownTwice(zone: string, instant: number): boolean {
  const { date, time } = wallTimeOf(zone, instant);
  return PUT_BACK_MS.some((later) => {
    const again = wallTimeOf(zone, instant + later);
    return again.date === date && again.time === time;
  });
}

function impossible(field: Obstacle['field'], reason: string): JudgedStart {
  return { obstacle: { kind: 'impossible', field, reason } };
}
