import { each, namedInAnOpening, openedRecord, Question, Row, THERAPISTS_ONLY } from './row';
import { ABSENT } from './world';

/** The service that a question is about; one that is deleted is made for it. */
async function serviceOf({ world, whose, letter, succeeds }: Question, isUsedUp = false): Promise<string> {
  if (whose === 'absent') return ABSENT;
  const { practice, serviceId } = world.pair(letter);
  if (!isUsedUp || !succeeds) return serviceId;
  const { body } = await practice.therapist.post('/api/therapist/services', { name: 'For a moment', duration_minutes: 30 }).expect(201);
  return body.id as string;
}

const bookingOf = ({ world, whose, letter, succeeds }: Question): string => {
  const { spare, upcoming } = world.pair(letter);
  return whose === 'absent' ? ABSENT : ((succeeds ? spare.pop() : undefined) ?? upcoming);
};

/** The therapist's own area: everything hangs on who is signed in, or on an id that must be theirs. */
export const THERAPIST_ROWS: Row[] = [
  { route: 'GET /therapist/profile', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/profile', ...THERAPISTS_ONLY, therapist: 409, send: () => ({ body: { display_name: 'Again', timezone: 'UTC' } }) },
  { route: 'PUT /therapist/profile', ...THERAPISTS_ONLY, therapist: 200, send: ({ world, letter }) => ({ body: world.profileOf(letter) }) },
  { route: 'POST /therapist/upload-profile-image', ...THERAPISTS_ONLY, therapist: 400 },
  { route: 'GET /therapist/services', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/services', ...THERAPISTS_ONLY, therapist: 201, send: () => ({ body: { name: 'One more', duration_minutes: 30 } }) },
  {
    route: 'PUT /therapist/services/:id',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: async (question) => ({ parameter: await serviceOf(question), body: { name: `Service canary ${question.letter}`, duration_minutes: 60 } }),
  },
  {
    route: 'DELETE /therapist/services/:id',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: async (question) => ({ parameter: await serviceOf(question, true) }),
  },
  { route: 'GET /therapist/record-openings', ...THERAPISTS_ONLY, therapist: 200, shows: namedInAnOpening, send: openedRecord },
  { route: 'GET /therapist/working-hours', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'PUT /therapist/working-hours', ...THERAPISTS_ONLY, therapist: 400, send: () => ({ body: { weekly: [] } }) },
  { route: 'GET /therapist/bookings', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/bookings/summary', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'PUT /therapist/bookings/:id/status',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: (question) => ({ parameter: bookingOf(question), body: { status: 'cancelled' } }),
  },
];
