import { oneLine } from '../../integrations/mail/mail-header';
import type { Booking } from '../bookings/booking.entity';
import { NoticeRecipient } from '../bookings/changes/booking-changes.service';
import { PLACE_OPEN, PLACES } from './messages';

export type PlaceOfBooking = Pick<Booking, 'place_kind' | 'place_detail'>;

/** Where an appointment takes place, in lines for its reader; without a video's link. None for a booking that agreed on no place. */
export function placeLines({ place_kind: kind, place_detail: detail }: PlaceOfBooking, reader: NoticeRecipient): string[] {
  if (kind === null) return [];
  const words = PLACES[kind][reader];
  if (detail === null) return reader === 'client' && kind !== 'therapist-calls' ? [words, PLACE_OPEN[kind]] : [words];
  return kind === 'video' ? [words] : [words, ...detail.split('\n').map(oneLine).filter((line) => line !== '')];
}

/** The link of a video session, once the therapist gave it. */
export function videoLink({ place_kind, place_detail }: PlaceOfBooking): string | undefined {
  return place_kind === 'video' && place_detail !== null ? place_detail : undefined;
}

/** In one line, for a calendar. */
export function placeLine(place: PlaceOfBooking, reader: NoticeRecipient): string {
  return videoLink(place) ?? (place.place_kind === 'in-person' && place.place_detail !== null ? oneLine(place.place_detail.replaceAll('\n', ', ')) : placeLines(place, reader).join(', '));
}
