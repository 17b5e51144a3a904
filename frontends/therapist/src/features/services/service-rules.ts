import type { Problems, Typed } from '@attune/shared-ui/forms';
import type { Service, ServiceBody } from './services.api';
import { serviceMessages } from './messages';

export const DURATION_MIN = 15;
export const DURATION_MAX = 240;
export const DURATION_DEFAULT = 60;

/** The service form's content while it is edited; numbers are kept as typed. */
export type ServiceValues = Typed<ServiceBody>;

export const NEW_SERVICE: ServiceValues = {
  name: '',
  description: '',
  duration_minutes: String(DURATION_DEFAULT),
  price: '0',
  is_free: true,
  session_type: 'online',
  address: '',
  online_place: 'video',
  video_link: '',
  visibility: 'everybody',
};

export function valuesOf({ name, description, duration_minutes, price, is_free, session_type, address, online_place, video_link, visibility }: Service): ServiceValues {
  const place = { session_type, address: address ?? '', online_place, video_link: video_link ?? '' };
  return { name, description, duration_minutes: String(duration_minutes), price: String(price), is_free, ...place, visibility };
}

/** What of a place the session type asks for. */
export function placesOf({ session_type, online_place }: Pick<ServiceValues, 'session_type' | 'online_place'>): { inPerson: boolean; online: boolean; video: boolean } {
  const online = session_type !== 'in-person';
  return { inPerson: session_type !== 'online', online, video: online && online_place === 'video' };
}

/** Minutes from what was typed; 60 when it isn't a number. */
export function durationFrom(typed: string): number {
  const minutes = Number.parseFloat(typed);
  return Number.isNaN(minutes) ? DURATION_DEFAULT : minutes;
}

/** Dollars, to the cent, from what was typed; 0 when it isn't a number. */
export function priceFrom(typed: string): number {
  const price = Number.parseFloat(typed);
  return Number.isNaN(price) ? 0 : Math.round(price * 100) / 100;
}

/** What is sent: a free service always costs 0. */
export function bodyOf(values: ServiceValues): ServiceBody {
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    duration_minutes: durationFrom(values.duration_minutes),
    price: values.is_free ? 0 : priceFrom(values.price),
    is_free: values.is_free,
    session_type: values.session_type,
    address: values.address.trim() || null,
    online_place: values.online_place,
    video_link: values.video_link.trim() || null,
    visibility: values.visibility,
  };
}

export function problemsOf(values: ServiceValues): Problems {
  const problems: Record<string, string> = {};
  const minutes = durationFrom(values.duration_minutes);
  if (values.name.trim() === '') problems['name'] = serviceMessages.nameRequired;
  if (!Number.isInteger(minutes) || minutes < DURATION_MIN || minutes > DURATION_MAX) {
    problems['duration_minutes'] = `Enter whole minutes from ${DURATION_MIN} to ${DURATION_MAX}.`;
  }
  if (!values.is_free && priceFrom(values.price) < 0) problems['price'] = 'The price cannot be below 0.';
  const link = values.video_link.trim();
  if (placesOf(values).video && link !== '' && !/^https:\/\/\S+$/i.test(link)) problems['video_link'] = serviceMessages.linkForm;
  return problems;
}
