import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import type { Booking } from '../../bookings/booking.entity';
import { titleOf } from '../appointment-title';
import { type EventTime, eventTime } from '../busy-blocks/busy-blocks';
import type { EventTitles } from '../calendar.entity';

type GoogleEvent = calendar_v3.Schema$Event;

const MEET = /^https:\/\/meet\.google\.com\/[a-z\d]{2,}(?:-[a-z\d]{2,}){1,4}$/;

/** What is told of an appointment at Google: when it is, and its client's initials where the therapist wants them. */
export type ShownAppointment = EventTime & Pick<Booking, 'timezone' | 'client_name'>;

/**
 * An appointment as an event. When we wrote it to be stands in it too: where the two differ, its therapist moved it, whatever became of the answer
 * to what we wrote.
 */
export function eventOf({ starts_at, ends_at, timezone, client_name }: ShownAppointment, titles: EventTitles): GoogleEvent {
  const at = (instant: Date): calendar_v3.Schema$EventDateTime => ({ dateTime: instant.toISOString(), timeZone: timezone });
  return {
    status: 'confirmed',
    summary: titleOf(client_name, titles),
    start: at(starts_at),
    end: at(ends_at),
    transparency: 'opaque',
    // Whoever the therapist shares the calendar with sees that they are busy then.
    visibility: 'private',
    extendedProperties: { private: { attune: '1', times: spanOf({ starts_at, ends_at }) } },
  };
}

/** The same for an event that is there: one of whole days gets times. Who sees it is as its therapist has it now. @param keepsTitle its therapist gave it another */
export function patchOf({ summary, visibility: _asItIs, ...event }: GoogleEvent, keepsTitle: boolean): GoogleEvent {
  return { ...event, ...(!keepsTitle && summary !== undefined && { summary }), start: { ...event.start, date: null }, end: { ...event.end, date: null } };
}

/** Whether an event is called something that is not of ours. */
export function isRetitled({ summary }: GoogleEvent, { client_name }: ShownAppointment): boolean {
  return Boolean(summary) && summary !== titleOf(client_name, 'plain') && summary !== titleOf(client_name, 'initials');
}

/** How an event stands at Google, beside what is wanted. */
export type Standing = { kind: 'ours' | 'deleted' } | ({ kind: 'moved' } & EventTime);

/**
 * @param known times that are ours: as it was last written, and as the appointment is now
 * @param zone of the calendar
 */
export function standingOf(event: GoogleEvent, known: readonly (EventTime | undefined)[], zone: string): Standing {
  if (event.status === 'cancelled') return { kind: 'deleted' };
  const times = eventTime(event, zone);
  // What has no length or cannot be read is written anew.
  if (!times) return { kind: 'ours' };
  const ours = [event.extendedProperties?.private?.['times'], ...known.map((one) => one && spanOf(one))];
  return ours.includes(spanOf(times)) ? { kind: 'ours' } : { kind: 'moved', ...times };
}

/** Whether there is nothing to write any more. */
export function isAsWanted(there: GoogleEvent, wanted: GoogleEvent, zone: string, keepsTitle: boolean): boolean {
  const [is, shouldBe] = [eventTime(there, zone), eventTime(wanted, zone)];
  const isThen = is !== undefined && shouldBe !== undefined && isSameTime(is, shouldBe) && !there.start?.date;
  const isOurs = there.extendedProperties?.private?.['times'] === wanted.extendedProperties?.private?.['times'] && there.transparency !== 'transparent';
  return isThen && isOurs && (keepsTitle || there.summary === wanted.summary);
}

/** What became of the link that was asked for: itself, or whether it is still being made. */
export function meetOf({ hangoutLink, conferenceData }: GoogleEvent): { link: string } | 'pending' | 'none' {
  const uri = hangoutLink ?? conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri ?? '';
  if (MEET.test(uri)) return { link: uri };
  return conferenceData?.createRequest?.status?.statusCode === 'pending' ? 'pending' : 'none';
}

/** @param requestId asked for again, it is the same link */
export function linkRequest(requestId: string): Pick<GoogleEvent, 'conferenceData'> {
  return { conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } } };
}

export function isSameTime(one: EventTime, other: EventTime): boolean {
  return spanOf(one) === spanOf(other);
}

function spanOf({ starts_at, ends_at }: EventTime): string {
  return `${starts_at.toISOString()}/${ends_at.toISOString()}`;
}
