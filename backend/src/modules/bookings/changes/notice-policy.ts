import { noticePolicy } from '../../scheduling/rules/working-rules';
import type { BookingRow } from '../booking.repository';
import * as messages from '../messages';

/** What a therapist's practice says about changes. */
export interface ChangePolicy {
  noticeHours: number;
  /** The therapist's number, where it is shown. */
  phone: string | null;
}

/** What a client may still do with an appointment. @param now epoch milliseconds */
export function changeability(row: BookingRow, practice: ChangePolicy, now: number): { can_change: boolean; change_deadline: string; policy: string } {
  const startsAt = row.starts_at.getTime();
  const deadline = startsAt - practice.noticeHours * 3_600_000;
  return {
    can_change: row.status === 'confirmed' && now < deadline,
    change_deadline: new Date(deadline).toISOString(),
    policy: policyOf(startsAt, practice, now),
  };
}

/** What the notice policy means for an appointment now, in a sentence. `startsAt` and `now` in epoch milliseconds. */
export function policyOf(startsAt: number, { noticeHours, phone }: ChangePolicy, now: number): string {
  if (now >= startsAt) return messages.isOver(phone);
  return now < startsAt - noticeHours * 3_600_000 ? noticePolicy(noticeHours) : messages.pastNotice(noticeHours, phone);
}
