import type { Body } from '../../wire';

export type BookingBody = Body<'/api/bookings', 'post'>;

/** What the visitor has chosen and typed so far. */
export interface BookingDraft {
  serviceId: string | null;
  date: string | null;
  time: string | null;
  name: string;
  email: string;
  phone: string;
  notes: string;
  /** Hidden from people; only a program fills it. */
  website: string;
}

export const EMPTY_DRAFT: BookingDraft = {
  serviceId: null,
  date: null,
  time: null,
  name: '',
  email: '',
  phone: '',
  notes: '',
  website: '',
};

/** Kept in memory alone, per therapist: going to another page and back loses nothing, and nothing stays on the device. */
const drafts = new Map<string, BookingDraft>();

export function recallDraft(therapistId: string): BookingDraft {
  return drafts.get(therapistId) ?? EMPTY_DRAFT;
}

export function rememberDraft(therapistId: string, draft: BookingDraft): void {
  drafts.set(therapistId, draft);
}

export function forgetDraft(therapistId: string): void {
  drafts.delete(therapistId);
}

/** The request of a complete draft. */
export function bodyOf(draft: BookingDraft & { serviceId: string; date: string; time: string }, visitorZone: string): BookingBody {
  const body: BookingBody = {
    service_id: draft.serviceId,
    client_name: draft.name.trim(),
    client_email: draft.email.trim(),
    appointment_date: draft.date,
    appointment_time: draft.time,
    client_timezone: visitorZone,
  };
  if (draft.phone.trim() !== '') body.client_phone = draft.phone.trim();
  if (draft.notes.trim() !== '') body.notes = draft.notes.trim();
  if (draft.website !== '') body.website = draft.website;
  return body;
}
