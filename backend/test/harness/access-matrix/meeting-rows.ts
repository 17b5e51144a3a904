import { agreedConsent, beginOnDevice, consentToken, MEET_LINK, requestConsent, SESSION_SETTINGS } from '../meetings';
import { CLIENTS_ONLY, each, everybody, Question, Row, Sent, THERAPISTS_ONLY } from './row';
import { ABSENT, Canary, World } from './world';

const ABSENT_TOKEN = 'x'.repeat(43);

/** Nobody of this table asks too often. */
const freshLimits = ({ test }: World): Promise<unknown> => test.database.query(`delete from limit_hits where scope like 'meeting-%'`);

const made = new WeakMap<World, Map<string, Promise<string>>>();

/** Made for the question where it is used up; all others ask about the same one again. */
function madeOnce({ world, letter, succeeds }: Question, kind: string, isUsedUp: boolean, make: () => Promise<string>): Promise<string> {
  if (succeeds && isUsedUp) return make();
  const known = made.get(world) ?? new Map<string, Promise<string>>();
  made.set(world, known);
  const key = `${kind} ${letter}`;
  const one = known.get(key) ?? make();
  known.set(key, one);
  return one;
}

/** A consent that the client of that pair was asked for; nobody ever answers the one that is `asked`. */
const newConsent = (question: Question, kind: 'asked' | 'answered' = 'answered', isUsedUp = false): Promise<string> =>
  madeOnce(question, kind, isUsedUp, async () => {
    await freshLimits(question.world);
    const { practice, client } = question.world.pair(question.letter);
    return (await requestConsent(practice.therapist, { client_id: client.id })).consent_id;
  });

const consentOf = async (question: Question, kind?: 'asked', isUsedUp?: boolean): Promise<string> => (question.whose === 'absent' ? ABSENT : newConsent(question, kind, isUsedUp));
const tokenOf = async (question: Question): Promise<string> => (question.whose === 'absent' ? ABSENT_TOKEN : consentToken(question.world.test, await newConsent(question)));

/** A session of that therapist that a device records. */
const sessionOf =
  (body: object = {}, isUsedUp = false) =>
  async (question: Question): Promise<Sent> => {
    if (question.whose === 'absent') return { parameter: ABSENT, body };
    const { world, letter } = question;
    const begin = async (): Promise<string> => {
      await freshLimits(world);
      const { therapist } = world.pair(letter).practice;
      return (await beginOnDevice(therapist, await agreedConsent(therapist))).session_id;
    };
    return { parameter: await madeOnce(question, 'session', isUsedUp, begin), body };
  };

const sessionList = async (question: Question): Promise<Sent> => {
  await sessionOf()({ ...question, whose: 'own' });
  return {};
};

/** The link of a consent tells who asks. */
const whoAsks = ({ owner, kind }: Canary, { letter }: Question): boolean => owner === `therapist ${letter}` && kind === 'name';

/** Recordings of sessions: the therapist's own, and what their client was asked. */
export const MEETING_ROWS: Row[] = [
  {
    route: 'POST /ai-meeting/request-consent',
    ...THERAPISTS_ONLY,
    therapist: each(201, 404, 404),
    send: async (question) => {
      const { world, whose, letter } = question;
      await freshLimits(world);
      const { client, practice } = world.pair(letter);
      return { body: { therapist_id: practice.therapist.id, client_id: whose === 'absent' ? ABSENT : client.id, meeting_url: null } };
    },
  },
  { route: 'POST /ai-meeting/record-consent', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: async (question) => ({ body: { consent_id: await consentOf(question), party: 'therapist', consent_given: true } }) },
  { route: 'GET /ai-meeting/consents', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'GET /ai-meeting/consents/:id', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: async (question) => ({ parameter: await consentOf(question) }) },
  { route: 'POST /ai-meeting/consents/:id/withdraw', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: async (question) => ({ parameter: await consentOf(question, undefined, true) }) },
  { route: 'GET /ai-meeting/settings', ...THERAPISTS_ONLY, therapist: 200 },
  { route: 'PUT /ai-meeting/settings', ...THERAPISTS_ONLY, therapist: 200, send: () => ({ body: { ask_client_own_click: true } }) },
  { route: 'GET /ai-meeting/engines', ...THERAPISTS_ONLY, therapist: 200 },
  {
    route: 'POST /ai-meeting/start-bot',
    ...THERAPISTS_ONLY,
    // No notetaker is set up; whether somebody agreed is told before that.
    therapist: each(403, 404, 404),
    send: async (question) => ({ body: { ...SESSION_SETTINGS, consent_id: await consentOf(question, 'asked'), meeting_platform: 'google_meet', meeting_url: MEET_LINK } }),
  },
  { route: 'GET /ai-meeting/sessions', ...THERAPISTS_ONLY, therapist: 200, send: sessionList },
  { route: 'POST /ai-meeting/device-sessions', ...THERAPISTS_ONLY, therapist: each(403, 404, 404), send: async (question) => ({ body: { ...SESSION_SETTINGS, consent_id: await consentOf(question, 'asked') } }) },
  { route: 'GET /ai-meeting/session/:id/status', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf() },
  { route: 'GET /ai-meeting/session/:id/chunks', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf() },
  { route: 'GET /ai-meeting/session/:id/device-key', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf({}, true) },
  { route: 'POST /ai-meeting/session/:id/lease', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf({}, true) },
  { route: 'POST /ai-meeting/session/:id/pause', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf({ fence: 1 }) },
  { route: 'POST /ai-meeting/session/:id/resume', ...THERAPISTS_ONLY, therapist: each(409, 404, 404), send: sessionOf({ fence: 9 }) },
  { route: 'POST /ai-meeting/session/:id/complete', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf({}, true) },
  { route: 'POST /ai-meeting/session/:id/cancel', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf({}, true) },
  // What it is sent is no bytes.
  { route: 'PUT /ai-meeting/session/:id/chunks/:part/:seq', ...THERAPISTS_ONLY, therapist: 415, send: () => ({ parameter: [ABSENT, '1', '0'], query: { fence: '1', start_frame: '0', captured_at: '2026-11-26T10:00:00Z' }, body: {} }) },
  { route: 'POST /ai-meeting/uploads', ...THERAPISTS_ONLY, therapist: each(403, 404, 404), send: async (question) => ({ body: { consent_id: await consentOf(question, 'asked'), file_size: 100, enable_post_meeting_analysis: true } }) },
  // A device records it.
  { route: 'GET /ai-meeting/session/:id/blocks', ...THERAPISTS_ONLY, therapist: each(409, 404, 404), send: sessionOf() },
  { route: 'POST /ai-meeting/session/:id/blocks/complete', ...THERAPISTS_ONLY, therapist: each(409, 404, 404), send: sessionOf() },
  { route: 'PUT /ai-meeting/session/:id/blocks/:block', ...THERAPISTS_ONLY, therapist: 415, send: () => ({ parameter: [ABSENT, '0'], body: {} }) },
  { route: 'GET /ai-meeting/session/:id/transcript', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf() },
  { route: 'GET /ai-meeting/session/:id/transcript/live', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf() },
  // It is recorded still, and nothing is set up that makes transcripts.
  { route: 'POST /ai-meeting/session/:id/transcript', ...THERAPISTS_ONLY, therapist: each(422, 404, 404), send: sessionOf() },
  { route: 'POST /ai-meeting/session/:id/transcript/accept', ...THERAPISTS_ONLY, therapist: each(404, 404, 404), send: sessionOf() },
  { route: 'PUT /ai-meeting/session/:id/transcript/lines/:line', ...THERAPISTS_ONLY, therapist: 404, send: () => ({ parameter: [ABSENT, ABSENT], body: { text: 'x', version: 1 } }) },
  { route: 'GET /ai-meeting/session/:id/sound', ...THERAPISTS_ONLY, therapist: each(409, 404, 404), send: sessionOf() },
  { route: 'GET /ai-meeting/session/:id/analysis', ...THERAPISTS_ONLY, therapist: each(200, 404, 404), send: sessionOf() },
  { route: 'POST /ai-meeting/session/:id/analysis', ...THERAPISTS_ONLY, therapist: each(422, 404, 404), send: sessionOf() },
  { route: 'POST /ai-meeting/session/:id/note', ...THERAPISTS_ONLY, therapist: each(422, 404, 404), send: sessionOf() },
  {
    route: 'GET /client/meeting-consents',
    ...CLIENTS_ONLY,
    client: 200,
    send: async (question) => {
      await newConsent(question);
      return {};
    },
  },
  { route: 'POST /client/meeting-consents/:id/answer', ...CLIENTS_ONLY, client: each(200, 404, 404), send: async (question) => ({ parameter: await consentOf(question), body: { consent_given: true } }) },
  { route: 'POST /meeting-consents/open', ...everybody(each(200, 200, 404)), shows: whoAsks, send: async (question) => ({ body: { token: await tokenOf(question) } }) },
  { route: 'POST /meeting-consents/answer', ...everybody(each(200, 200, 404)), shows: whoAsks, send: async (question) => ({ body: { token: await tokenOf(question), consent_given: true } }) },
];
