import { addDays, today } from '@attune/shared-ui/format';
import type { Handler } from '@attune/shared-ui/testing/fake-api';
import type { Availability, PublicService, PublicTherapist } from '../wire';

export const ZONE = 'America/New_York';

export const therapist: PublicTherapist = {
  id: '0190bbbb-0000-7000-8000-000000000001',
  custom_slug: 'demo',
  display_name: 'Dr. Amélie Okonkwo-Reyes',
  credentials: 'Clinical psychologist, PhD',
  bio: 'We begin where you are.',
  profile_image: null,
  languages: ['English', 'French'],
  timezone: ZONE,
  phone: null,
  address: null,
  bookings_paused: false,
  bookings_paused_message: null,
};

export const services: PublicService[] = [
  {
    id: '0190aaaa-0000-7000-8000-000000000001',
    name: 'First conversation',
    description: 'Twenty quiet minutes.',
    duration_minutes: 20,
    price: 0,
    is_free: true,
    session_type: 'online',
    online_place: 'video',
    address: null,
  },
  {
    id: '0190aaaa-0000-7000-8000-000000000002',
    name: 'Individual session',
    description: '',
    duration_minutes: 50,
    price: 140,
    is_free: false,
    session_type: 'in-person',
    online_place: 'video',
    address: null,
  },
];

/** The first day that can be booked: every day has the same times, apart from those that were taken. */
export const tomorrow = addDays(today(ZONE), 1);

export function availabilityFrom(search: URLSearchParams, taken: readonly string[] = []): Availability {
  const days: Availability['days'] = [];
  const to = search.get('to') ?? '';
  for (let date = search.get('from') ?? ''; date <= to; date = addDays(date, 1)) {
    const open = date >= tomorrow ? ['09:00', '11:00'] : [];
    days.push({ date, times: open.filter((time) => !taken.includes(`${date} ${time}`)) });
  }
  return { timezone: ZONE, cancellation_notice_hours: 24, days };
}

/** What the server answers about the practice; `taken` are the times ('2026-12-01 11:00') that somebody has, `own` what is different. */
export function practice(taken: () => readonly string[] = () => [], own: { therapist?: Partial<PublicTherapist>; service?: Partial<PublicService> } = {}): Record<string, Handler> {
  const person = { ...therapist, ...own.therapist };
  const offered = services.map((service, index) => (index === 1 ? { ...service, ...own.service } : service));
  const byId = 'GET /api/public/therapist/{id}';
  const bySlug = `GET /api/public/therapist/slug/${therapist.custom_slug}`;
  return {
    [byId]: () => ({ json: person }),
    [bySlug]: () => ({ json: person }),
    [`${byId}/services`]: () => ({ json: offered }),
    [`${bySlug}/services`]: () => ({ json: offered }),
    [`${byId}/availability`]: ({ query }) => ({ json: availabilityFrom(query, taken()) }),
  };
}
