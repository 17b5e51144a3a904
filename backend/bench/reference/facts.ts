/** What the values of a request's statements are taken from; statements add what they find. */
export interface Facts {
  now: Date;
  therapistId: string;
  sessionToken: string;
  range: { startsAt: Date; endsAt: Date };
  serviceId: string;
  booking: BookingBody;
  address: string;
  bookingId: string;
  eventId: string;
  person: { id: string; stranger: boolean };
  /** Whose bookings a list shows, where one is read. */
  clientIds?: string[];
  manageToken: string;
  slot: { startsAt: Date; endsAt: Date };
  service: BookableRow;
  profile: ProfileRow;
  week: { today: string; weekStart: string };
  /** Two mails follow a booking: in one statement, or in two. */
  mailsPerStatement: number;
}

export interface BookingBody {
  service_id: string;
  client_name: string;
  client_email: string;
  client_phone?: string;
  appointment_date: string;
  appointment_time: string;
  notes?: string;
  client_timezone?: string;
}

export interface BookableRow {
  service_id: string;
  service_name: string;
  session_type: string;
  duration_minutes: number;
  therapist_id: string;
  therapist_name: string;
  timezone: string;
  hours: object | null;
}

export interface ProfileRow {
  therapist_id: string;
  display_name: string;
  bio: string;
  credentials: string;
  languages: string[];
  timezone: string;
  image_hash: string | null;
  custom_slug: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface OfferingRow {
  id: string;
  name: string;
  description: string;
  duration_minutes: number;
  price_cents: number;
  is_free: boolean;
  session_type: string;
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
}

export interface BookingRow {
  id: string;
  client_id: string;
  client_name: string;
  client_email: string;
  client_phone: string | null;
  local_date: string;
  local_time: string;
  timezone: string;
  starts_at: Date;
  ends_at: Date;
  duration_minutes: number;
  service_id: string;
  service_name: string;
  session_type: string;
  status: string;
  notes: Buffer | null;
  completed_at: Date | null;
  created_at: Date;
}
