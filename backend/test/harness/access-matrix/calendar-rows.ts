import { each, everybody, Question, Row, THERAPISTS_ONLY } from './row';
import { ABSENT } from './world';

const bookingOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).upcoming);

/** Nobody of the matrix has an account at Google connected: what a connection opens is shown where it has one. */
export const CALENDAR_ROWS: Row[] = [
  { route: 'GET /auth/google/calendar', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /auth/google/calendar/callback', ...everybody(302), send: () => ({ query: { code: 'x', state: 'y' } }) },
  { route: 'GET /therapist/calendar/status', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'PUT /therapist/calendar/settings', ...THERAPISTS_ONLY, therapist: 422, send: () => ({ body: { blocking: [ABSENT], titles: 'plain', meet_links: false } }) },
  { route: 'POST /therapist/calendar/refresh', ...THERAPISTS_ONLY, therapist: 422 },
  // Without the secret of a channel.
  { route: 'POST /calendar-pushes', ...everybody(404) },
  { route: 'DELETE /therapist/calendar/disconnect', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/calendar/appointments', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/calendar/appointments/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: bookingOf(question), body: { decision: 'dismiss' } }) },
];
