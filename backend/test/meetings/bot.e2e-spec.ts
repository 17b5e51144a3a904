import { agreedConsent, MEETINGS, MEET_LINK, openMeetingPractice, requestConsent, SESSION_SETTINGS } from '../harness/meetings';
import { SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const ZOOM_LINK = 'https://us02web.zoom.us/j/12345678901?pwd=secret';

let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp();
  ({ therapist } = await openMeetingPractice(test));
});
afterAll(() => test.close());

const start = (consent_id: string, meeting: object = {}) => therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url: MEET_LINK, ...meeting });

it('what does not work here is said before anybody is asked, and to who tries all the same', async () => {
  const { body } = await therapist.get(`${MEETINGS}/engines`).expect(200);
  const { engines } = body as { engines: { route: string; platform: string | null; available: boolean; reason: string | null }[] };
  expect(engines.filter(({ available }) => available).map(({ route }) => route)).toContain('device');
  for (const { available, reason } of engines) expect(available || /^[A-Z].+\.$/.test(reason ?? '')).toBe(true);
  for (const [platform, meeting_url] of [['google_meet', MEET_LINK], ['zoom', ZOOM_LINK]] as const) {
    const consent = await agreedConsent(therapist, { meeting_url });
    const reason = engines.find((each) => each.platform === platform)?.reason;
    expect((await start(consent, { meeting_platform: platform, meeting_url }).expect(422)).body.detail).toBe(reason);
    // Nothing was used up by it.
    expect((await therapist.get(`${MEETINGS}/consents/${consent}`).expect(200)).body).toMatchObject({ status: 'complete' });
  }
  expect(await test.database.query('select from meeting_sessions')).toEqual([]);
});

it('nothing starts without both consents, for another meeting, or by a link that is none', async () => {
  const { consent_id } = await requestConsent(therapist, { meeting_url: MEET_LINK });
  await start(consent_id).expect(403);
  const agreed = await agreedConsent(therapist, { meeting_url: MEET_LINK });
  await start(agreed, { meeting_url: 'https://meet.google.com/xyz-abcd-efg' }).expect(409);
  await start(agreed, { meeting_platform: 'zoom' }).expect(400);
  await start(agreed, { meeting_url: 'https://10.0.0.1/abc-defg-hij' }).expect(400);
  await start(agreed, { meeting_url: 'https://meet.google.com.evil.example/abc-defg-hij' }).expect(400);
  await therapist.post(`${MEETINGS}/consents/${agreed}/withdraw`).expect(200);
  await start(agreed).expect(403);
});
