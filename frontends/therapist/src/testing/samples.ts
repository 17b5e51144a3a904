import { sampleId } from '@attune/shared-ui/testing/fake-api';
import type { Booking } from '../features/bookings/bookings.api';
import type { Profile } from '../features/profile/profile.api';
import type { Session } from '../features/security/security.api';
import type { Service } from '../features/services/services.api';
import type { WorkingHours } from '../features/working-hours/working-hours.api';

export function sampleProfile(part: Partial<Profile> = {}): Profile {
  return {
    id: sampleId(),
    display_name: 'Dr. Amélie Okonkwo-Reyes',
    bio: '',
    credentials: '',
    languages: ['English'],
    timezone: 'America/New_York',
    profile_image: null,
    custom_slug: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...part,
  };
}

export function sampleService(part: Partial<Service> = {}): Service {
  return {
    id: sampleId(),
    name: 'Individual session',
    description: '',
    duration_minutes: 50,
    price: 0,
    is_free: true,
    session_type: 'online',
    created_at: '2026-01-01T00:00:00.000Z',
    ...part,
  };
}

/** A booking that begins so many hours from now. */
export function sampleBooking(hoursFromNow: number, part: Partial<Booking> = {}): Booking {
  const starts = new Date(Date.now() + hoursFromNow * 3_600_000);
  return {
    id: sampleId(),
    client_name: 'Jonah Whitfield',
    client_email: 'jonah@example.com',
    client_phone: null,
    appointment_date: starts.toISOString().slice(0, 10),
    appointment_time: starts.toISOString().slice(11, 16),
    timezone: 'UTC',
    starts_at: starts.toISOString(),
    ends_at: new Date(starts.getTime() + 3_000_000).toISOString(),
    duration_minutes: 50,
    service_id: sampleId(),
    service_name: 'Individual session',
    session_type: 'online',
    status: 'confirmed',
    notes: null,
    completed_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...part,
  };
}

const WORKDAY = { first_start: '09:00', last_start: '17:30', every_minutes: 30 };

/** The hours of a practice that never changed them. */
export function sampleHours(): WorkingHours {
  return {
    timezone: 'America/New_York',
    weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, windows: weekday % 6 === 0 ? [] : [WORKDAY] })),
    overrides: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    minimum_notice_hours: 0,
    horizon_days: 60,
    cancellation_notice_hours: 24,
  };
}

export function sampleSession(part: Partial<Session> = {}): Session {
  return {
    id: sampleId(),
    browser: 'Firefox on Windows',
    created_at: '2026-11-21T08:00:00.000Z',
    last_seen_at: '2026-11-21T09:00:00.000Z',
    current: false,
    ...part,
  };
}
