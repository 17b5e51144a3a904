import { signInAnew } from '../signed-in';
import { each, everybody, Question, Row, THERAPISTS_ONLY, USERS_ONLY, CLIENTS_ONLY } from './row';
import { ABSENT } from './world';

const wrongCode = (): { body: object } => ({ body: { code: '000000' } });

/** Two-step sign-in is set up within ten minutes of signing in; more has gone by here. */
async function inNewSession({ world, actor, role }: Question): Promise<object> {
  if (role !== 'therapist') return {};
  const { therapist } = world.pair(actor === 'therapist a' ? 'a' : 'b').practice;
  Object.assign(therapist, await signInAnew(world.test, therapist));
  return {};
}

/** A spare session of whoever asks, or of the other one of their kind. */
async function sessionOf({ world, role, whose, letter }: Question): Promise<string> {
  if (whose === 'absent') return ABSENT;
  const { practice, client } = world.pair(letter);
  return role === 'therapist' ? world.newSession(practice.therapist.id, 'therapist') : world.newSession(client.id, 'client');
}

/** The address of client a or b, or of nobody. */
const addressOf = ({ world, whose, letter, actor }: Question): string =>
  whose === 'absent' ? `nobody-${actor.replace(' ', '-')}@example.org` : world.pair(letter).client.email;

/** Signing in and out. A public door answers everybody alike; only a trusted browser opens its own client's account. */
export const ACCOUNT_ROWS: Row[] = [
  { route: 'GET /auth/me', ...everybody(200), visitor: 401, administrator: 401 },
  { route: 'GET /auth/google', ...everybody(302), send: () => ({ query: { redirect: '/dashboard' } }) },
  { route: 'GET /auth/google/callback', ...everybody(302), send: () => ({ query: { code: 'x', state: 'y' } }) },
  { route: 'POST /auth/session', ...everybody(401), send: () => ({ body: { session_id: 'x'.repeat(43) } }) },
  { route: 'POST /auth/extend', ...USERS_ONLY, unverified: 200, client: 200, therapist: 200 },
  { route: 'GET /auth/sessions', ...USERS_ONLY, client: 200, therapist: 200 },
  {
    route: 'DELETE /auth/sessions/:id',
    ...USERS_ONLY,
    client: each(200, 404, 404),
    therapist: each(200, 404, 404),
    send: async (question) => ({ parameter: await sessionOf(question) }),
  },
  { route: 'GET /auth/second-factor', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'POST /auth/second-factor/setup', ...THERAPISTS_ONLY, therapist: 201, send: inNewSession },
  { route: 'POST /auth/second-factor/confirm', ...THERAPISTS_ONLY, therapist: 422, send: async (question) => ({ ...(await inNewSession(question)), ...wrongCode() }) },
  { route: 'POST /auth/second-factor/verify', ...THERAPISTS_ONLY, therapist: 409, send: wrongCode },
  { route: 'POST /auth/second-factor/disable', ...THERAPISTS_ONLY, therapist: 409, send: wrongCode },
  { route: 'POST /auth/second-factor/recovery-codes', ...THERAPISTS_ONLY, therapist: 409, send: wrongCode },
  {
    route: 'POST /auth/client/register',
    // Addresses that have an account are refused; for a new one only the name is missing, so that nobody is registered here.
    ...everybody(each(400, 400, 400)),
    send: (question) => ({ body: { name: question.whose === 'absent' ? '' : 'Somebody', email: addressOf(question) } }),
  },
  {
    route: 'POST /auth/client/login',
    ...everybody(each(202, 202, 404)),
    client: each(200, 202, 404),
    send: (question) => ({ query: { email: addressOf(question) } }),
  },
  {
    route: 'POST /auth/client/verify',
    ...everybody(each(401, 401, 401)),
    send: (question) => ({ body: { email: addressOf(question), code: '000000' } }),
  },
  { route: 'POST /auth/client/code', ...CLIENTS_ONLY, client: 202, unverified: 202 },
  { route: 'POST /auth/client/address-objection', ...everybody(404), send: () => ({ body: { token: 'x'.repeat(43) } }) },
  // Last of all, since they end the sessions that the others need.
  { route: 'POST /admin/logout', ...everybody(200) },
  { route: 'POST /auth/logout', ...everybody(200) },
];
