import { CLIENTS_ONLY, each, namedInAnOpening, openedRecord, Question, Row } from './row';
import { ABSENT, Canary } from './world';

const bookingOf = ({ world, whose, letter, succeeds }: Question): string => {
  const { spare, upcoming } = world.pair(letter);
  return whose === 'absent' ? ABSENT : ((succeeds ? spare.pop() : undefined) ?? upcoming);
};

const completedOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).completed);

const serviceOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).serviceId);

async function trustedBrowserOf({ world, whose, letter }: Question): Promise<string> {
  return whose === 'absent' ? ABSENT : world.newTrustedBrowser(world.pair(letter).client.id);
}

/** An action of a plan that is published. */
async function actionOf({ world, whose, letter }: Question): Promise<{ parameter: string[]; body: object }> {
  const { id, actionId } = whose === 'absent' ? { id: ABSENT, actionId: ABSENT } : await world.newPlan(letter, 'published');
  return { parameter: [id, actionId], body: { done: true } };
}

const newTime = ({ world }: Question): { new_date: string; new_time: string } => {
  const { date, time } = world.freeTime();
  return { new_date: date, new_time: time };
};

/** What their therapist's forms are called. */
const ofOwnTherapist = ({ owner, kind }: Canary, { letter }: Question): boolean => owner === `therapist ${letter}` && kind === 'content';

/** The client portal. A client whose address is not proved sees the dashboard without anything in it, and what they typed themselves. */
export const CLIENT_ROWS: Row[] = [
  { route: 'GET /client/dashboard', ...CLIENTS_ONLY, client: 200, unverified: 200 },
  { route: 'GET /client/account', ...CLIENTS_ONLY, client: 200, unverified: 200 },
  { route: 'PUT /client/account', ...CLIENTS_ONLY, client: 200, send: ({ world, letter }) => ({ body: { name: world.pair(letter).client.name } }) },
  { route: 'GET /client/reminders', ...CLIENTS_ONLY, client: 200 },
  { route: 'PUT /client/reminders', ...CLIENTS_ONLY, client: 200, send: () => ({ body: { wanted: true } }) },
  { route: 'GET /client/activity', ...CLIENTS_ONLY, client: 200 },
  { route: 'GET /client/record-openings', ...CLIENTS_ONLY, client: 200, shows: namedInAnOpening, send: openedRecord },
  { route: 'GET /client/export', ...CLIENTS_ONLY, client: 200, shows: ofOwnTherapist },
  { route: 'GET /client/export.html', ...CLIENTS_ONLY, client: 200, shows: ofOwnTherapist },
  { route: 'GET /client/account/closing', ...CLIENTS_ONLY, client: 200 },
  { route: 'POST /client/account/close', ...CLIENTS_ONLY, client: 400, send: () => ({ body: { confirm: false } }) },
  { route: 'GET /client/account/practices', ...CLIENTS_ONLY, client: 200 },
  { route: 'POST /client/account/email', ...CLIENTS_ONLY, client: 202, send: ({ letter }) => ({ body: { email: `new-${letter}@example.org` } }) },
  { route: 'POST /client/account/email/confirm', ...CLIENTS_ONLY, client: 401, send: () => ({ body: { code: '000000' } }) },
  { route: 'GET /client/trusted-browsers', ...CLIENTS_ONLY, client: 200 },
  {
    route: 'DELETE /client/trusted-browsers/:id',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: async (question) => ({ parameter: await trustedBrowserOf(question) }),
  },
  {
    route: 'GET /client/bookings/:id/availability',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: (question) => {
      const { date } = question.world.freeTime();
      return { parameter: completedOf(question), query: { from: date, to: date } };
    },
  },
  { route: 'POST /client/bookings/:id/not-own', ...CLIENTS_ONLY, client: each(200, 404, 404), send: (question) => ({ parameter: bookingOf(question) }) },
  { route: 'POST /client/bookings/:id/own', ...CLIENTS_ONLY, client: each(200, 404, 404), send: (question) => ({ parameter: bookingOf(question) }) },
  { route: 'POST /client/bookings/:id/cancel', ...CLIENTS_ONLY, client: each(200, 404, 404), send: (question) => ({ parameter: bookingOf(question) }) },
  {
    route: 'POST /client/bookings/:id/move',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: (question) => ({ parameter: bookingOf(question), body: newTime(question) }),
  },
  {
    route: 'GET /client/bookings/:id/event.ics',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: (question) => ({ parameter: completedOf(question) }),
  },
  { route: 'GET /client/services', ...CLIENTS_ONLY, client: 200 },
  {
    route: 'GET /client/services/:id/availability',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: (question) => {
      const { date } = question.world.freeTime();
      return { parameter: serviceOf(question), query: { from: date, to: date } };
    },
  },
  {
    route: 'POST /client/bookings',
    ...CLIENTS_ONLY,
    client: each(201, 404, 404),
    send: (question) => ({ body: { service_id: serviceOf(question), ...newTime(question) } }),
  },
  {
    route: 'POST /client/rebook',
    ...CLIENTS_ONLY,
    client: each(201, 404, 404),
    send: (question) => ({ body: { booking_id: completedOf(question), ...newTime(question) } }),
  },
  {
    route: 'POST /client/practices/:id/confirm',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: ({ world, whose, letter }) => ({ parameter: whose === 'absent' ? ABSENT : world.pair(letter).practice.therapist.id }),
  },
  { route: 'GET /client/session-notes', ...CLIENTS_ONLY, client: 200, shows: ofOwnTherapist },
  {
    route: 'GET /client/session-notes/:id',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    shows: ofOwnTherapist,
    send: async ({ world, whose, letter }) => ({ parameter: whose === 'absent' ? ABSENT : await world.newNote(letter, { shared: true }) }),
  },
  { route: 'GET /client/care-plans', ...CLIENTS_ONLY, client: 200, shows: ofOwnTherapist },
  {
    route: 'GET /client/care-plans/:id',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    shows: ofOwnTherapist,
    send: async ({ world, whose, letter }) => ({ parameter: whose === 'absent' ? ABSENT : (await world.newPlan(letter, 'published')).id }),
  },
  { route: 'PUT /client/care-plans/:id/actions/:actionId', ...CLIENTS_ONLY, client: each(200, 404, 404), send: actionOf },
  { route: 'GET /client/forms', ...CLIENTS_ONLY, client: 200, shows: ofOwnTherapist },
  {
    route: 'POST /client/forms/:id/link',
    ...CLIENTS_ONLY,
    client: each(200, 404, 404),
    send: async ({ world, whose, letter }) => ({ parameter: whose === 'absent' ? ABSENT : (await world.newFormRequest(letter)).id }),
  },
];
