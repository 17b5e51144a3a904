import { each, everybody, Question, Row } from './row';
import { ABSENT, Canary, noteOf, phoneOf } from './world';

const therapistOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).practice.therapist.id);
const slugOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? 'nobody-here' : world.pair(letter).practice.slug);
const holdOf = (): { body: object } => ({ body: { hold_id: ABSENT } });

/** What a therapist shows the world. */
const publicPage = ({ owner, kind }: Canary, { letter }: Question): boolean => owner === `therapist ${letter}` && (kind === 'id' || kind === 'name');
/** What the link in a mail opens: that appointment, for whoever holds the link. */
const linkedBooking = (canary: Canary, question: Question): boolean =>
  publicPage(canary, question) || (canary.owner === `client ${question.letter}` && canary.kind !== 'content');

/** The mailed one also shows what was typed, to whoever is asked whether they typed it. */
const mailedLink = (canary: Canary, question: Question): boolean =>
  linkedBooking(canary, question) || (canary.owner === `client ${question.letter}` && [noteOf(question.letter), phoneOf(question.letter)].includes(canary.value));

const token = async ({ world, whose, letter, succeeds }: Question): Promise<string> => {
  if (whose === 'absent') return 'x'.repeat(43);
  return world.token(succeeds ? await world.newBooking(letter) : world.pair(letter).upcoming);
};

/** What the link of a form opens: who asks, and what; never who is asked. */
const linkedForm = (canary: Canary, question: Question): boolean => publicPage(canary, question) || (canary.owner === `therapist ${question.letter}` && canary.kind === 'content');
const ABSENT_TOKEN = 'x'.repeat(43);

/** A form that nobody has opened yet. */
const formToken = async ({ world, whose, letter }: Question): Promise<string> => (whose === 'absent' ? ABSENT_TOKEN : (await world.newFormRequest(letter)).token);

/** Doors without a lock: they show what anybody may see, and ask for a secret where it is about somebody. */
export const PUBLIC_ROWS: Row[] = [
  { route: 'GET /health/live', ...everybody(200) },
  { route: 'GET /health/ready', ...everybody(200) },
  { route: 'GET /public/therapist/:id', ...everybody(each(200, 200, 404)), shows: publicPage, send: (question) => ({ parameter: therapistOf(question) }) },
  { route: 'GET /public/therapist/:id/services', ...everybody(each(200, 200, 404)), shows: publicPage, send: (question) => ({ parameter: therapistOf(question) }) },
  {
    route: 'GET /public/therapist/:id/availability',
    ...everybody(each(200, 200, 404)),
    shows: publicPage,
    send: (question) => {
      const { date } = question.world.freeTime();
      return { parameter: therapistOf(question), query: { service_id: question.world.pair(question.letter).serviceId, from: date, to: date } };
    },
  },
  { route: 'GET /public/therapist/slug/:slug', ...everybody(each(200, 200, 404)), shows: publicPage, send: (question) => ({ parameter: slugOf(question) }) },
  { route: 'GET /public/therapist/slug/:slug/services', ...everybody(each(200, 200, 404)), shows: publicPage, send: (question) => ({ parameter: slugOf(question) }) },
  { route: 'GET /public/images/:hash.webp', ...everybody(404), send: () => ({ parameter: '0'.repeat(64) }) },
  {
    route: 'POST /bookings',
    ...everybody(each(201, 201, 404)),
    shows: publicPage,
    send: ({ world, letter, whose }) => {
      const { date, time } = world.freeTime();
      const wanted = { client_name: 'Passing Visitor', client_email: `visitor-${date}-${time.slice(0, 2)}@example.org`, appointment_date: date, appointment_time: time };
      return { body: { ...wanted, service_id: whose === 'absent' ? ABSENT : world.pair(letter).serviceId } };
    },
  },
  { route: 'POST /bookings/verify', ...everybody(404), send: () => ({ body: { hold_id: ABSENT, code: '000000' } }) },
  { route: 'POST /bookings/hold/code', ...everybody(404), send: holdOf },
  { route: 'POST /bookings/hold/release', ...everybody(404), send: holdOf },
  { route: 'POST /bookings/manage', ...everybody(each(200, 200, 404)), shows: mailedLink, send: async (question) => ({ body: { token: await token(question) } }) },
  {
    route: 'POST /bookings/manage/availability',
    ...everybody(each(200, 200, 404)),
    shows: linkedBooking,
    send: async (question) => {
      const { date } = question.world.freeTime();
      return { body: { token: await token(question), from: date, to: date } };
    },
  },
  { route: 'POST /bookings/manage/cancel', ...everybody(each(200, 200, 404)), shows: linkedBooking, send: async (question) => ({ body: { token: await token(question) } }) },
  { route: 'POST /bookings/manage/event.ics', ...everybody(each(200, 200, 404)), shows: linkedBooking, send: async (question) => ({ body: { token: await token(question) } }) },
  { route: 'POST /bookings/manage/own', ...everybody(each(200, 200, 404)), shows: linkedBooking, send: async (question) => ({ body: { token: await token(question) } }) },
  {
    route: 'POST /bookings/manage/not-own',
    ...everybody(each(200, 200, 404)),
    shows: mailedLink,
    send: async (question) => {
      await question.world.test.database.query(`delete from limit_hits where scope like 'links-ended%'`);
      return { body: { token: await token(question) } };
    },
  },
  {
    route: 'POST /bookings/manage/move',
    ...everybody(each(200, 200, 404)),
    shows: mailedLink,
    send: async (question) => {
      const secret = await token(question);
      const { date, time } = question.world.freeTime();
      return { body: { token: secret, new_date: date, new_time: time } };
    },
  },
  {
    route: 'GET /calendar-feeds/:token.ics',
    ...everybody(each(200, 200, 404)),
    send: async ({ world, letter, whose }) => {
      await world.test.database.query(`delete from limit_hits where scope = 'calendar-feed-made'`);
      const { body } = await world.pair(letter).practice.therapist.post('/api/therapist/calendar/feed').expect(201);
      return { parameter: whose === 'absent' ? ABSENT_TOKEN : ((body.address as string).split('/').at(-1) ?? '').replace('.ics', '') };
    },
  },
  { route: 'POST /practice-mails/choice', ...everybody(404), send: () => ({ body: { token: ABSENT } }) },
  { route: 'PUT /practice-mails/choice', ...everybody(404), send: () => ({ body: { token: ABSENT, wanted: true } }) },
  { route: 'POST /practice-mails/:token', ...everybody(404), send: () => ({}) },
  { route: 'POST /reminders/choice', ...everybody(404), send: () => ({ body: { token: `${ABSENT}.x` } }) },
  { route: 'PUT /reminders/choice', ...everybody(404), send: () => ({ body: { token: `${ABSENT}.x`, wanted: true } }) },
  {
    route: 'POST /waiting-list',
    ...everybody(each(202, 202, 404)),
    send: ({ world, whose, letter, actor }) => ({
      body: { service_id: whose === 'absent' ? ABSENT : world.pair(letter).practice.serviceId, client_name: 'Waiting', client_email: `${actor.replace(' ', '-')}-${letter}@waits.example`, wishes: [{ weekday: null, from: '09:00', until: '17:00' }] },
    }),
  },
  { route: 'POST /waiting-list/request', ...everybody(404), send: () => ({ body: { token: ABSENT } }) },
  { route: 'POST /waiting-list/confirm', ...everybody(404), send: () => ({ body: { token: ABSENT } }) },
  { route: 'POST /waiting-list/leave', ...everybody(404), send: () => ({ body: { token: ABSENT } }) },
  { route: 'POST /waiting-list/accept', ...everybody(404), send: () => ({ body: { token: ABSENT, offer_id: ABSENT } }) },
  { route: 'POST /waiting-list/decline', ...everybody(404), send: () => ({ body: { token: ABSENT, offer_id: ABSENT } }) },
  { route: 'POST /forms/open', ...everybody(each(200, 200, 404)), shows: linkedForm, send: async (question) => ({ body: { token: await formToken(question) } }) },
  {
    route: 'PUT /forms/answer',
    // Somebody else is signed in there.
    ...everybody(each(200, 200, 404)),
    client: each(200, 403, 404),
    send: async (question) => ({ body: { token: await formToken(question), version: 1, question_id: 'q_a', value: 'Well' } }),
  },
  { route: 'POST /forms/leave', ...everybody(404), send: () => ({ body: { token: 'x'.repeat(43) } }) },
  { route: 'POST /forms/code', ...everybody(each(202, 202, 404)), send: async (question) => ({ body: { token: await formToken(question) } }) },
  { route: 'POST /forms/verify', ...everybody(each(401, 401, 404)), send: async (question) => ({ body: { token: await formToken(question), code: '000000' } }) },
  {
    route: 'POST /forms/complete',
    ...everybody(each(200, 200, 404)),
    client: each(200, 403, 404),
    shows: linkedForm,
    send: async (question) => ({ body: { token: await formToken(question), version: 1, signed_name: 'Somebody' } }),
  },
];
