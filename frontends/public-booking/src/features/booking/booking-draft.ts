import type { Body } from '../../wire';

export type BookingBody = Body<'/api/bookings', 'post'>;

/** What the visitor has chosen and typed so far, by the wire's names. */
export interface BookingDraft {
  service_id: string | null;
  appointment_date: string | null;
  appointment_time: string | null;
  /** Where the service offers a choice. */
  session_place: string | null;
  client_name: string;
  client_email: string;
  client_phone: string;
  notes: string;
  /** Hidden from people; only a program fills it. */
  website: string;
}

export const EMPTY_DRAFT: BookingDraft = {
  service_id: null,
  appointment_date: null,
  appointment_time: null,
  session_place: null,
  client_name: '',
  client_email: '',
  client_phone: '',
  notes: '',
  website: '',
};

/** Nothing is said of who it is. */
export const NO_DETAILS = { client_name: '', client_email: '', client_phone: '', notes: '' } as const;

/** Whether somebody has begun to say who they are: what was typed stays in sight. */
export function hasDetails({ client_name, client_email, client_phone, notes }: BookingDraft): boolean {
  return [client_name, client_email, client_phone, notes].some((typed) => typed !== '');
}

/** The request of a complete draft: without the spaces around what was typed, and without what is empty. */
export function bodyOf(draft: BookingDraft, visitorZone: string): BookingBody {
  const given = Object.entries(draft).map(([field, value]: [string, string | null]) => [field, value?.trim()]);
  return Object.fromEntries([...given.filter(([, value]) => value), ['client_timezone', visitorZone]]) as BookingBody;
}
