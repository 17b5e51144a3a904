import { ADMINISTRATORS_ONLY, each, everybody, namedInAnOpening, Question, Row } from './row';
import { endGrants } from '../break-glass';
import { ABSENT, Canary } from './world';

const jobOf = ({ world, whose }: Question): Promise<string> => (whose === 'absent' ? Promise.resolve(ABSENT) : world.newFailedJob());
const therapistOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).practice.therapist.id);
const wrongCode = (): { body: object } => ({ body: { code: '000000' } });

/** Whose record an administrator can open: anybody's of whom a therapist keeps one. */
const clientOf = ({ world, whose, letter }: Question): string => (whose === 'absent' ? ABSENT : world.pair(letter).client.email);

/** One's own grant opens the record of client a; the foreign one is another administrator's, for that of b. */
function grantOf({ world, whose }: Question): Promise<string> | string {
  if (whose === 'absent') return ABSENT;
  return whose === 'own' ? world.newGrant(world.administrator, 'a') : world.newGrant(world.otherAdministrator, 'b');
}

async function sessionOf({ world, whose }: Question): Promise<string> {
  if (whose === 'absent') return ABSENT;
  return world.newSession(whose === 'own' ? world.administrator.id : world.otherAdministrator.id, 'admin');
}

const therapists = ({ owner, kind }: Canary): boolean => owner.startsWith('therapist ') && kind !== 'content';
/** What an access says: the client and the therapists by name. */
const named = ({ owner, kind }: Canary): boolean => (owner.startsWith('therapist ') && kind === 'name') || (owner.startsWith('client ') && kind !== 'content');
/** Administrators know each other. */
const colleagues = ({ owner, kind }: Canary): boolean => owner === 'other administrator' && kind === 'name';
const ids = ({ kind }: Canary): boolean => kind === 'id';
const ofPairA = ({ owner }: Canary): boolean => owner === 'therapist a' || owner === 'client a';

/** The administrator's area: therapists by name, clients only as numbers, or by an opened record. */
export const ADMIN_ROWS: Row[] = [
  // Outside production, while there is a development administrator.
  { route: 'GET /admin/login-hint', ...everybody(200) },
  {
    route: 'POST /admin/login',
    ...everybody(401),
    send: ({ world }) => ({ body: { username: world.administrator.username, password: 'not the password' } }),
  },
  { route: 'GET /admin/me', ...ADMINISTRATORS_ONLY, administrator: 200 },
  { route: 'POST /admin/extend', ...ADMINISTRATORS_ONLY, administrator: 200 },
  { route: 'POST /admin/password', ...ADMINISTRATORS_ONLY, administrator: 400, send: () => ({ body: { current_password: 'x' } }) },
  { route: 'GET /admin/second-factor', ...ADMINISTRATORS_ONLY, administrator: 200 },
  { route: 'POST /admin/second-factor/setup', ...ADMINISTRATORS_ONLY, administrator: 409 },
  { route: 'POST /admin/second-factor/confirm', ...ADMINISTRATORS_ONLY, administrator: 409, send: wrongCode },
  { route: 'POST /admin/second-factor/verify', ...ADMINISTRATORS_ONLY, administrator: 409, send: wrongCode },
  { route: 'POST /admin/second-factor/disable', ...ADMINISTRATORS_ONLY, administrator: 422, send: wrongCode },
  { route: 'POST /admin/second-factor/recovery-codes', ...ADMINISTRATORS_ONLY, administrator: 422, send: wrongCode },
  { route: 'GET /admin/ai', ...ADMINISTRATORS_ONLY, administrator: 200 },
  { route: 'PUT /admin/ai/model', ...ADMINISTRATORS_ONLY, administrator: 200, send: () => ({ body: { allowed: true } }) },
  { route: 'GET /admin/sessions', ...ADMINISTRATORS_ONLY, administrator: 200 },
  {
    route: 'DELETE /admin/sessions/:id',
    ...ADMINISTRATORS_ONLY,
    administrator: each(200, 404, 404),
    send: async (question) => ({ parameter: await sessionOf(question) }),
  },
  { route: 'GET /admin/dashboard', ...ADMINISTRATORS_ONLY, administrator: 200, shows: (canary) => therapists(canary) || named(canary) },
  { route: 'GET /admin/analytics', ...ADMINISTRATORS_ONLY, administrator: 200 },
  { route: 'GET /admin/therapists', ...ADMINISTRATORS_ONLY, administrator: 200, shows: therapists },
  { route: 'GET /admin/therapist/:id', ...ADMINISTRATORS_ONLY, administrator: each(200, 200, 404), shows: therapists, send: (question) => ({ parameter: therapistOf(question) }) },
  {
    route: 'PUT /admin/therapist/:id/status',
    ...ADMINISTRATORS_ONLY,
    administrator: each(200, 200, 404),
    shows: therapists,
    send: (question) => ({ parameter: therapistOf(question), body: { is_active: true } }),
  },
  { route: 'GET /admin/activity', ...ADMINISTRATORS_ONLY, administrator: 200, shows: (canary) => ids(canary) || therapists(canary) || colleagues(canary) },
  { route: 'GET /admin/activity.csv', ...ADMINISTRATORS_ONLY, administrator: 200, shows: (canary) => ids(canary) || therapists(canary) || colleagues(canary) },
  { route: 'GET /admin/jobs', ...ADMINISTRATORS_ONLY, administrator: 200 },
  {
    route: 'POST /admin/jobs/:id/retry',
    ...ADMINISTRATORS_ONLY,
    administrator: each(200, 200, 404),
    send: async (question) => ({ parameter: await jobOf(question) }),
  },
  {
    route: 'POST /admin/jobs/:id/discard',
    ...ADMINISTRATORS_ONLY,
    administrator: each(200, 200, 404),
    send: async (question) => ({ parameter: await jobOf(question) }),
  },
  {
    route: 'POST /admin/break-glass',
    ...ADMINISTRATORS_ONLY,
    administrator: each(201, 201, 404),
    shows: named,
    send: async (question) => {
      await endGrants(question.world.test);
      return { body: { client: clientOf(question), reason: 'The therapist is in hospital.', ...question.world.administrator.proof() } };
    },
  },
  { route: 'GET /admin/break-glass', ...ADMINISTRATORS_ONLY, administrator: 200, shows: named },
  { route: 'GET /admin/break-glass/history', ...ADMINISTRATORS_ONLY, administrator: 200, shows: (canary) => named(canary) || namedInAnOpening(canary) },
  {
    route: 'GET /admin/break-glass/:id/record',
    ...ADMINISTRATORS_ONLY,
    administrator: each(200, 404, 404),
    shows: ofPairA,
    send: async (question) => ({ parameter: await grantOf(question), query: { section: 'bookings' } }),
  },
  {
    route: 'POST /admin/break-glass/:id/end',
    ...ADMINISTRATORS_ONLY,
    administrator: each(200, 404, 404),
    shows: named,
    send: async (question) => ({ parameter: await grantOf(question) }),
  },
];
