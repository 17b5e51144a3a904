import { oneLine } from '../../integrations/mail/mail-header';
import type { Booking } from '../bookings/booking.entity';
import { isVideoLink } from '../offerings/service.dto';
import { NoticeRecipient } from '../bookings/changes/booking-news.service';
import { ADDRESS_BEHIND, LINK_BEHIND, PLACE_OPEN, PLACES } from './messages';

/** What the therapist gave, a link or an address, stands in no mail that anybody could have sent to its client, but on the appointment's own page. */
export interface PlaceOfBooking extends Pick<Booking, 'place_kind' | 'place_detail'> {
  by_anybody?: boolean;
  /** Each of the appointments that are told of has a link of its own. */
  links_differ?: boolean;
}

/** Where an appointment takes place, in lines for its reader; without a video's link. None for a booking that agreed on no place. */
export function placeLines(place: PlaceOfBooking, reader: NoticeRecipient): string[] {
  const { place_kind: kind, place_detail: detail } = place;
  if (kind === null) return [];
  const words = PLACES[kind][reader];
  if (detail === null) return reader === 'client' && kind !== 'therapist-calls' ? [words, PLACE_OPEN[kind]] : [words];
  if (kind === 'video') return videoLink(place, reader) === undefined ? [words, LINK_BEHIND] : [words];
  if (kind === 'in-person' && isHeldBack(place, reader)) return [words, ADDRESS_BEHIND];
  return [words, ...detail.split('\n').map(oneLine).filter((line) => line !== '')];
}

/** The link of a video session, once the therapist gave it. */
export function videoLink(place: PlaceOfBooking, reader: NoticeRecipient): string | undefined {
  const { place_kind, place_detail, links_differ } = place;
  return place_kind === 'video' && isVideoLink(place_detail) && links_differ !== true && !isHeldBack(place, reader) ? place_detail : undefined;
}

function isHeldBack({ by_anybody }: PlaceOfBooking, reader: NoticeRecipient): boolean {
  return reader === 'client' && by_anybody === true;
}

/** In one line, for a calendar. */
export function placeLine(place: PlaceOfBooking, reader: NoticeRecipient): string {
  return videoLink(place, reader) ?? (place.place_kind === 'in-person' && place.place_detail !== null && !isHeldBack(place, reader) ? oneLine(place.place_detail.replaceAll('\n', ', ')) : placeLines(place, reader).join(', '));
}
