import type { ColumnCipher } from '../../src/common/crypto/column-cipher';
import type { ListedBooking } from '../../src/modules/bookings/lists/therapist-bookings.repository';
import { Facts, OfferingRow, ProfileRow, PublicTherapistRow } from './facts';
import { notesPlace } from './statement-values';

/** The product's JSON from the rows of its statements. */
export function toPublicTherapist(row: PublicTherapistRow): object {
  return {
    id: row.therapist_id,
    custom_slug: row.custom_slug,
    display_name: row.display_name,
    credentials: row.credentials,
    bio: row.bio,
    profile_image: row.image_hash === null ? null : `/api/public/images/${row.image_hash}.webp`,
    languages: row.languages,
    timezone: row.timezone,
    phone: row.phone,
    address: row.address,
    bookings_paused: row.bookings_paused,
    bookings_paused_message: row.bookings_paused_message,
  };
}

export function toOffering(row: OfferingRow): object {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    duration_minutes: row.duration_minutes,
    price: row.price_cents / 100,
    is_free: row.is_free,
    session_type: row.session_type,
    online_place: row.online_place,
    address: row.address,
  };
}

export function toProfile(row: ProfileRow): object {
  return {
    id: row.therapist_id,
    display_name: row.display_name,
    bio: row.bio,
    credentials: row.credentials,
    languages: row.languages,
    timezone: row.timezone,
    profile_image: row.image ? `data:image/webp;base64,${row.image.toString('base64')}` : null,
    custom_slug: row.custom_slug,
    phone: row.phone,
    phone_shown: row.phone_shown,
    address: row.address,
    address_shown: row.address_shown,
    search_listed: row.search_listed,
    bookings_paused: row.bookings_paused,
    bookings_paused_message: row.bookings_paused_message,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

export function toBooking(row: ListedBooking, therapist_id: string, cipher: ColumnCipher): object {
  const opened = (column: 'notes' | 'word'): string | null => row[column] && cipher.decrypt(row[column], notesPlace(column, { id: row.id, therapist_id, client_id: row.client_id }));
  return Object.assign(row, { notes: opened('notes'), word: opened('word') });
}

export function toConfirmation({ booking, bookingId, manageToken, service, slot }: Facts, cancellationNoticeHours: number): object {
  return {
    status: 'confirmed',
    service_name: service.service_name,
    appointment_date: booking.appointment_date,
    appointment_time: booking.appointment_time,
    timezone: service.timezone,
    starts_at: slot.startsAt.toISOString(),
    duration_minutes: service.duration_minutes,
    therapist_name: service.therapist_name,
    client_email: booking.client_email,
    cancellation_notice_hours: cancellationNoticeHours,
    place_kind: service.online_place,
    place_detail: service.video_link,
    id: bookingId,
    manage_token: manageToken,
  };
}
