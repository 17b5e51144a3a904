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

const formOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).formId);

/** A form that a client was asked to fill in. */
const requestOf = (isCompleted = false) => async ({ world, whose, letter }: Question): Promise<{ parameter: string }> => ({
  parameter: whose === 'absent' ? ABSENT : (await world.newFormRequest(letter, isCompleted)).id,
});

/** The therapist's own area: everything hangs on who is signed in, or on an id that must be theirs. */
export const THERAPIST_ROWS: Row[] = [
  { route: 'GET /therapist/profile', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/profile', ...THERAPISTS_ONLY, therapist: 409, send: () => ({ body: { display_name: 'Again', timezone: 'UTC' } }) },
  { route: 'PUT /therapist/profile', ...THERAPISTS_ONLY, therapist: 200, send: ({ world, letter }) => ({ body: world.profileOf(letter) }) },
  { route: 'PUT /therapist/profile/bookings-pause', ...THERAPISTS_ONLY, therapist: 200, send: () => ({ body: { bookings_paused: false } }) },
  { route: 'GET /therapist/slug-check', ...THERAPISTS_ONLY, therapist: 200, send: () => ({ query: { slug: 'a-free-link' } }) },
  { route: 'POST /therapist/upload-profile-image', ...THERAPISTS_ONLY, therapist: 400 },
  { route: 'GET /therapist/services', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/services', ...THERAPISTS_ONLY, therapist: 201, send: () => ({ body: { name: 'One more', duration_minutes: 30 } }) },
  { route: 'PUT /therapist/services/order', ...THERAPISTS_ONLY, therapist: 409, send: () => ({ body: { ids: [ABSENT] } }) },
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
  { route: 'GET /therapist/intake-forms', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/intake-forms', ...THERAPISTS_ONLY, therapist: 201, send: ({ world, letter }) => ({ body: world.formOf(letter) }) },
  { route: 'GET /therapist/intake-forms/templates', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/intake-forms/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: formOf(question) }) },
  {
    route: 'PUT /therapist/intake-forms/:id',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: (question) => ({ parameter: formOf(question), body: question.world.formOf(question.letter) }),
  },
  { route: 'GET /therapist/intake-forms/:id/services', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: formOf(question) }) },
  {
    route: 'PUT /therapist/intake-forms/:id/services',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: (question) => ({ parameter: formOf(question), body: { services: [{ service_id: question.world.pair(question.letter).serviceId, every_booking: false }] } }),
  },
  { route: 'POST /therapist/intake-forms/:id/archive', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: formOf(question) }) },
  { route: 'POST /therapist/intake-forms/:id/restore', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: formOf(question) }) },
  { route: 'GET /therapist/intake-requests', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'POST /therapist/intake-requests',
    ...THERAPISTS_ONLY,
    therapist: each(201, 404, 404),
    send: (question) => ({ body: { form_id: formOf(question), booking_id: bookingOf(question) } }),
  },
  { route: 'POST /therapist/intake-requests/:id/send-again', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: requestOf() },
  { route: 'POST /therapist/intake-requests/:id/withdraw', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: requestOf() },
  { route: 'GET /therapist/intake-requests/:id/answers', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: requestOf(true) },
  { route: 'GET /therapist/intake-forms/:id/answers.csv', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: formOf(question) }) },
];
