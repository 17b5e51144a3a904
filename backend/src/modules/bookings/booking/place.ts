import { refusedField } from '../../../common/errors/domain-error';
import { isVideoLink, type SessionType } from '../../offerings/service.dto';
import type { BookableService } from '../availability/availability.repository';
import type { Booking } from '../booking.entity';
import * as messages from '../messages';
import type { CreateBookingDto } from './booking.dto';

export const SESSION_PLACES = ['online', 'in-person'] as const;
/** What a client chooses where a service takes place either way. */
export type SessionPlace = (typeof SESSION_PLACES)[number];

/** Where a booking takes place, as it is agreed. */
export type AgreedPlace = Pick<Booking, 'session_type' | 'place_kind' | 'place_detail'>;

type PlaceRequest = Pick<CreateBookingDto, 'session_place' | 'client_phone'>;

/**
 * Where a session takes place, out of what the service offers and what was chosen.
 * @param phoneMissing what is said without the number that is to be called
 * @throws DomainError rule when it was to be chosen, when the service does not take place there, and without the number that is to be called
 */
export function placeOf({ session_place, client_phone }: PlaceRequest, service: BookableService, phoneMissing = messages.phoneMissing): AgreedPlace {
  const place = session_place ?? onlyPlace(service.session_type);
  if (service.session_type !== 'both' && place !== service.session_type) throw refusedField('session_place', messages.placeNotOffered(service.session_type));
  if (place === 'in-person') return { session_type: place, place_kind: 'in-person', place_detail: service.address };
  const kind = service.online_place;
  if (kind === 'therapist-calls' && client_phone === undefined) throw refusedField('client_phone', phoneMissing);
  return { session_type: place, place_kind: kind, place_detail: onlineDetail(service) };
}

/** Where a video session takes place is a link by the rule of who enters one, whatever a table says. */
export function shownDetail({ place_kind, place_detail }: Pick<Booking, 'place_kind' | 'place_detail'>): string | null {
  return place_kind === 'video' && !isVideoLink(place_detail) ? null : place_detail;
}

function onlyPlace(type: SessionType): SessionPlace {
  if (type === 'both') throw refusedField('session_place', messages.placeMissing);
  return type;
}

function onlineDetail({ online_place, video_link, phone }: BookableService): string | null {
  if (online_place === 'video') return isVideoLink(video_link) ? video_link : null;
  return online_place === 'client-calls' ? phone : null;
}
