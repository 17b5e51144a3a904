import type { BookableService } from '../../src/modules/bookings/availability/availability.repository';
import type { CreateBookingDto } from '../../src/modules/bookings/booking/booking.dto';

/** What the values of a request's statements are taken from; statements add what they find. */
export interface Facts {
  now: Date;
  therapistId: string;
  sessionToken: string;
  sessionId: string;
  range: { startsAt: Date; endsAt: Date };
  serviceId: string;
  /** Of the busy blocks that are known already. */
  blocksVersion: string | null;
  booking: BookingBody;
  address: string;
  bookingId: string;
  eventId: string;
  person: { id: string };
  /** Whose bookings a list shows, where one is read. */
  clientIds?: string[];
  manageToken: string;
  slot: { startsAt: Date; endsAt: Date };
  service: BookableService;
  profile: ProfileRow;
  /** Today, in the therapist's zone. */
  day: string;
  /** Two mails follow a booking: in one statement, or in two. */
  mailsPerStatement: number;
}

export type BookingBody = CreateBookingDto;

/** A live session, and whose it is. */
export interface SessionFound {
  id: string;
  user_id: string;
}

export interface ProfileRow {
  therapist_id: string;
  display_name: string;
  bio: string;
  credentials: string;
  languages: string[];
  timezone: string;
  image_hash: string | null;
  image: Buffer | null;
  custom_slug: string | null;
  phone: string | null;
  phone_shown: boolean;
  address: string | null;
  address_shown: boolean;
  search_listed: boolean;
  bookings_paused: boolean;
  bookings_paused_message: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface OfferingRow {
  id: string;
  name: string;
  description: string;
  duration_minutes: number;
  price_cents: number;
  is_free: boolean;
  session_type: string;
  online_place: string;
  address: string | null;
  video_link: string | null;
  visibility: string;
  created_at: Date;
}

export interface PublicTherapistRow {
  therapist_id: string;
  custom_slug: string | null;
  display_name: string;
  credentials: string;
  bio: string;
  image_hash: string | null;
  languages: string[];
  timezone: string;
  phone: string | null;
  address: string | null;
  bookings_paused: boolean;
  bookings_paused_message: string | null;
}
