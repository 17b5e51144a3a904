import { newId } from '../../../src/common/database/database';
import { addOtherRecord } from '../client-record';
import { each, namedInAnOpening, openedRecord, Question, Row, Sent, THERAPISTS_ONLY } from './row';
import { ABSENT } from './world';

/** The service that a question is about; one that is deleted is made for it. */
async function serviceOf({ world, whose, letter, succeeds }: Question, isUsedUp = false): Promise<string> {
  if (whose === 'absent') return ABSENT;
  const { practice, serviceId } = world.pair(letter);
  if (!isUsedUp || !succeeds) return serviceId;
  const { body } = await practice.therapist.post('/api/therapist/services', { name: 'For a moment', duration_minutes: 30 }).expect(201);
  return body.id as string;
}

const clientOf = ({ world, letter, whose }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).client.id);
const bookingOf = ({ world, whose, letter, succeeds }: Question): string => {
  const { spare, upcoming } = world.pair(letter);
  return whose === 'absent' ? ABSENT : ((succeeds ? spare.pop() : undefined) ?? upcoming);
};

const formOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).formId);

/** A form that a client was asked to fill in. */
const requestOf = (isCompleted = false) => async ({ world, whose, letter }: Question): Promise<{ parameter: string }> => ({
  parameter: whose === 'absent' ? ABSENT : (await world.newFormRequest(letter, isCompleted)).id,
});

/** A note that a question is about, made for it where it is used up; signed, if that is wanted. */
const noteOf =
  ({ signed = false, body = {} }: { signed?: boolean; body?: object } = {}) =>
  async ({ world, whose, letter }: Question): Promise<{ parameter: string; body: object }> => ({ parameter: whose === 'absent' ? ABSENT : await world.newNote(letter, { signed }), body });

/** A file of a note, for a page of it or to be done something with. */
const fileOf =
  (...rest: string[]) =>
  async ({ world, whose, letter }: Question): Promise<Sent> => {
    if (whose === 'absent') return { parameter: [await world.newNote(letter, {}), ABSENT, ...rest], body: {} };
    const { noteId, fileId } = await world.newNoteFile(letter);
    return { parameter: [noteId, fileId, ...rest], body: {} };
  };

const noteBody = { title: 'Note', content: '', is_client_visible: false };
const draftBody = { title: '', content: 'Half', saved_at: '2026-01-01T00:00:00Z' };

/** A draft of a note that was never saved. */
const draftOf = async ({ world, whose, letter }: Question): Promise<{ parameter: string }> => ({ parameter: whose === 'absent' ? ABSENT : await world.newNoteDraft(letter) });
/** A draft of a note that is there. */
const noteDraftOf = async ({ world, whose, letter }: Question): Promise<{ parameter: string }> => ({ parameter: whose === 'absent' ? ABSENT : await world.newNote(letter, { drafted: true }) });

/** A mail that was sent. */
const mailOf = async ({ world, whose, letter }: Question): Promise<{ parameter: string }> => ({ parameter: whose === 'absent' ? ABSENT : await world.newMail(letter) });

/** Days that cannot be booked. */
const timeOffOf = async ({ world, whose, letter }: Question): Promise<{ parameter: string; body: object }> => ({ parameter: whose === 'absent' ? ABSENT : await world.newTimeOff(letter), body: world.timeOffOf(letter) });

/** A care plan that a question is about. */
const planOf =
  (body: object = {}, kind?: 'to be shown') =>
  async ({ world, whose, letter }: Question): Promise<{ parameter: string; body: object }> => ({ parameter: whose === 'absent' ? ABSENT : (await world.newPlan(letter, kind)).id, body });

/** Two records of one client, merged if that is wanted. */
const recordsOf = (isMerged: boolean) => async ({ world, whose, letter }: Question): Promise<Sent> => {
  const { client, practice } = world.pair(letter);
  const id = whose === 'absent' ? ABSENT : client.id;
  const other = await addOtherRecord(world.test, practice.therapist.id, client.id, isMerged);
  return isMerged ? { parameter: [id, other] } : { parameter: id, body: { client_id: other } };
};

/** A goal of such a plan. */
async function goalOf({ world, whose, letter }: Question): Promise<{ parameter: string[]; body: object }> {
  const { id, goalId } = whose === 'absent' ? { id: ABSENT, goalId: ABSENT } : await world.newPlan(letter);
  return { parameter: [id, goalId], body: { progress: 50 } };
}

/** A note with an analysis that can be accepted. */
const analysisOf = async ({ world, whose, letter }: Question): Promise<{ parameter: string; body: object }> => {
  const { noteId, analysisId } = await world.newAnalysis(letter);
  return { parameter: whose === 'absent' ? ABSENT : noteId, body: { analysis_id: analysisId } };
};

/** A file of a note with an analysis that can be accepted. */
const fileAnalysisOf = async ({ world, whose, letter }: Question): Promise<Sent> => {
  const { noteId, fileId, analysisId } = await world.newFileAnalysis(letter);
  return { parameter: [noteId, whose === 'absent' ? ABSENT : fileId], body: { analysis_id: analysisId } };
};
const readFileOf = async (question: Question): Promise<Sent> => ({ ...(await fileAnalysisOf(question)), body: {} });

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
  { route: 'GET /therapist/notices', ...THERAPISTS_ONLY, therapist: 200, shows: namedInAnOpening, send: openedRecord },
  { route: 'GET /therapist/working-hours', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'PUT /therapist/working-hours', ...THERAPISTS_ONLY, therapist: 400, send: () => ({ body: { weekly: [] } }) },
  { route: 'POST /therapist/bookings', ...THERAPISTS_ONLY, therapist: each(201, 404, 404), send: async (question) => ({ body: { ...question.world.newAppointment(), service_id: await serviceOf(question) } }) },
  { route: 'GET /therapist/clients/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: clientOf(question) }) },
  { route: 'GET /therapist/clients/:id/export', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: clientOf(question) }) },
  { route: 'GET /therapist/clients/:id/export.html', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: clientOf(question) }) },
  { route: 'PUT /therapist/clients/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: clientOf(question), body: { remark: 'R', discharged_on: null, version: 0 } }) },
  { route: 'POST /therapist/clients/:id/merged', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: recordsOf(false) },
  { route: 'DELETE /therapist/clients/:id/merged/:other', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: recordsOf(true) },
  { route: 'GET /therapist/waiting-list', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'DELETE /therapist/waiting-list/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: async (question) => ({ parameter: question.whose === 'absent' ? ABSENT : await question.world.newWaiting(question.letter) }) },
  { route: 'GET /therapist/calendar/feed', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/calendar/feed', ...THERAPISTS_ONLY, therapist: 201, send: async ({ world }) => world.test.database.query(`delete from limit_hits where scope = 'calendar-feed-made'`).then(() => ({})) },
  { route: 'DELETE /therapist/calendar/feed', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/calendar/foreign-feed', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'PUT /therapist/calendar/foreign-feed', ...THERAPISTS_ONLY, therapist: 200, send: ({ letter }) => ({ body: { address: `https://calendar.example/${letter}.ics` } }) },
  { route: 'DELETE /therapist/calendar/foreign-feed', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/time-off', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /therapist/time-off', ...THERAPISTS_ONLY, therapist: 201, send: ({ world, letter }) => ({ body: world.timeOffOf(letter) }) },
  { route: 'PUT /therapist/time-off/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: timeOffOf },
  { route: 'DELETE /therapist/time-off/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: timeOffOf },
  { route: 'GET /therapist/booking-mails', ...THERAPISTS_ONLY, therapist: 200, send: (question) => ({ query: { booking_id: bookingOf(question) } }) },
  { route: 'POST /therapist/booking-mails/:id/send-again', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: mailOf },
  { route: 'GET /therapist/reminders', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'PUT /therapist/reminders', ...THERAPISTS_ONLY, therapist: 200, send: () => ({ body: { hours_before: 24, quiet_from: null, quiet_to: null, morning_digest: false, services: [] } }) },
  { route: 'GET /therapist/bookings', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/bookings/summary', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/bookings/overview', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'PUT /therapist/bookings/:id/status',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: (question) => ({ parameter: bookingOf(question), body: { status: 'cancelled' } }),
  },
  {
    route: 'PUT /therapist/bookings/:id/time',
    ...THERAPISTS_ONLY,
    therapist: each(409, 404, 404),
    send: (question) => ({ parameter: bookingOf(question), body: { starts_at: '2031-05-04T10:00:00Z', appointment_date: '2031-05-05', appointment_time: '10:00' } }),
  },
  {
    route: 'GET /therapist/bookings/series',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: async (question) => ({ query: { service_id: await serviceOf(question), first_date: '2027-05-05', appointment_time: '10:00', every_weeks: '1', count: '2' } }),
  },
  { route: 'POST /therapist/bookings/series', ...THERAPISTS_ONLY, therapist: each(201, 404, 404), send: async (question) => ({ body: { ...question.world.newSeries(), service_id: await serviceOf(question) } }) },
  {
    route: 'PUT /therapist/bookings/:id/following/time',
    ...THERAPISTS_ONLY,
    therapist: each(422, 404, 404),
    send: (question) => ({ parameter: bookingOf(question), body: { starts_at: '2031-05-04T10:00:00Z', appointment_date: '2031-05-05', appointment_time: '10:00' } }),
  },
  { route: 'PUT /therapist/bookings/:id/following/status', ...THERAPISTS_ONLY, therapist: each(422, 404, 404), send: (question) => ({ parameter: bookingOf(question), body: { status: 'cancelled' } }) },
  { route: 'PUT /therapist/bookings/:id/no-show', ...THERAPISTS_ONLY, therapist: each(422, 404, 404), send: (question) => ({ parameter: bookingOf(question), body: { no_show: true } }) },
  { route: 'PUT /therapist/bookings/:id/end', ...THERAPISTS_ONLY, therapist: each(422, 404, 404), send: (question) => ({ parameter: bookingOf(question), body: { ended_at: null } }) },
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
  // Somebody else's client has no scores here.
  { route: 'GET /therapist/clients/:id/scores', ...THERAPISTS_ONLY, therapist: each(200, 200, 200), send: (question) => ({ parameter: clientOf(question) }) },
  { route: 'GET /therapist/intake-forms/:id/answers.csv', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: (question) => ({ parameter: formOf(question) }) },
  { route: 'GET /therapist/enhanced-session-notes', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'POST /therapist/enhanced-session-notes',
    ...THERAPISTS_ONLY,
    therapist: each(201, 422, 422),
    send: (question) => ({ body: { ...noteBody, booking_id: question.whose === 'absent' ? ABSENT : question.world.pair(question.letter).upcoming } }),
  },
  { route: 'GET /therapist/enhanced-session-notes/summary', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/enhanced-session-notes/tags', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/enhanced-session-notes/templates', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'GET /therapist/enhanced-session-notes/last',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: ({ world, whose, letter }) => ({ query: { client_id: whose === 'absent' ? ABSENT : world.pair(letter).client.id } }),
  },
  { route: 'GET /therapist/enhanced-session-notes/drafts', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/enhanced-session-notes/drafts/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: draftOf },
  // The id is the editor's own: under a foreign one lies nothing of somebody else's.
  { route: 'PUT /therapist/enhanced-session-notes/drafts/:id', ...THERAPISTS_ONLY, therapist: each(200, 200, 200), send: async (question) => ({ parameter: (await draftOf(question)).parameter.replace(ABSENT, newId()), body: draftBody }) },
  { route: 'DELETE /therapist/enhanced-session-notes/drafts/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: draftOf },
  { route: 'GET /therapist/enhanced-session-notes/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  { route: 'PUT /therapist/enhanced-session-notes/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf({ body: noteBody }) },
  { route: 'GET /therapist/enhanced-session-notes/:id/draft', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteDraftOf },
  { route: 'PUT /therapist/enhanced-session-notes/:id/draft', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf({ body: draftBody }) },
  { route: 'DELETE /therapist/enhanced-session-notes/:id/draft', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteDraftOf },
  { route: 'GET /therapist/enhanced-session-notes/:id/history', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  { route: 'DELETE /therapist/session-notes/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  // What it is sent is no form with a file; a note that is not theirs is told before that.
  { route: 'POST /therapist/session-notes/:id/upload-file', ...THERAPISTS_ONLY, therapist: each(400, 404, 404), send: noteOf() },
  { route: 'GET /therapist/session-notes/:id/files', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  { route: 'GET /therapist/session-notes/:id/files/:fileId/content', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: fileOf() },
  { route: 'GET /therapist/session-notes/:id/files/:fileId/pages/:page/image', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: fileOf('1') },
  { route: 'GET /therapist/session-notes/:id/files/:fileId/pages', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: fileOf() },
  {
    route: 'PUT /therapist/session-notes/:id/files/:fileId/pages/:page',
    ...THERAPISTS_ONLY,
    therapist: each(200, 404, 404),
    send: async (question) => ({ ...(await fileOf('1')(question)), body: { text: 'Corrected', version: 1 } }),
  },
  { route: 'POST /therapist/session-notes/:id/files/:fileId/retry', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: fileOf() },
  { route: 'DELETE /therapist/session-notes/:id/files/:fileId', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: fileOf() },
  { route: 'POST /therapist/session-notes/:id/sign', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  { route: 'POST /therapist/session-notes/:id/unlock', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf({ signed: true, body: { reason: 'A reason' } }) },
  { route: 'POST /therapist/session-notes/:id/amendments', ...THERAPISTS_ONLY, therapist: each(201, 404, 404), send: noteOf({ signed: true, body: { text: 'More' } }) },
  { route: 'GET /therapist/care-plans', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'POST /therapist/care-plans',
    ...THERAPISTS_ONLY,
    therapist: each(201, 422, 422),
    send: ({ world, whose, letter }) => ({ body: { title: 'Plan', client_id: whose === 'absent' ? ABSENT : world.pair(letter).client.id } }),
  },
  { route: 'GET /therapist/care-plans/summary', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/care-plans/clients', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /therapist/care-plans/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: planOf() },
  { route: 'PUT /therapist/care-plans/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: planOf({ title: 'Plan' }) },
  { route: 'DELETE /therapist/care-plans/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: planOf() },
  { route: 'PUT /therapist/care-plans/:id/goals/:goalId', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: goalOf },
  { route: 'POST /therapist/care-plans/:id/publish', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: planOf({}, 'to be shown') },
  { route: 'POST /therapist/care-plans/:id/withdraw', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: planOf() },
  { route: 'GET /therapist/session-notes/:id/analysis', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  { route: 'POST /therapist/session-notes/:id/analysis', ...THERAPISTS_ONLY, therapist: each(202, 404, 404), send: noteOf() },
  { route: 'POST /therapist/session-notes/:id/analysis/accept', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: analysisOf },
  { route: 'DELETE /therapist/session-notes/:id/analysis', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: noteOf() },
  { route: 'GET /therapist/session-notes/:id/files/:fileId/analysis', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: readFileOf },
  { route: 'POST /therapist/session-notes/:id/files/:fileId/analysis', ...THERAPISTS_ONLY, therapist: each(202, 404, 404), send: readFileOf },
  { route: 'POST /therapist/session-notes/:id/files/:fileId/analysis/accept', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: fileAnalysisOf },
  { route: 'DELETE /therapist/session-notes/:id/files/:fileId/analysis', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: readFileOf },
];
