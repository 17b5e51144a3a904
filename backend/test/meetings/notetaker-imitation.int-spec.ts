import { Client } from 'pg';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { MeetingEngine, MeetingVisit } from '../../src/integrations/meetings/meeting-engine';
import { CalendarChanges } from '../../src/modules/bookings/changes/calendar-changes.service';
import { ConsentMarks } from '../../src/modules/meetings/consent/consent-marks.service';
import { NotetakerService } from '../../src/modules/meetings/notetaker/notetaker.service';
import { agreedToNotetaker, MEETINGS, MeetingPractice, newMeeting, openMeetingPractice, requestConsent, SESSION_SETTINGS } from '../harness/meetings';
import { SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ MEETING_BOT_CHROMIUM: '/opt/chromium' });
});
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

const refusal = 'No notetaker of yours can be sent into this meeting.';
const ask = (therapist: SignedInTherapist, meeting_url: string) => therapist.post(`${MEETINGS}/request-consent`, { therapist_id: therapist.id, client_id: null, meeting_url });
const start = (therapist: SignedInTherapist, consent_id: string, meeting_url: string) => therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url });
const offer = (therapist: SignedInTherapist, video_link: string) => therapist.post('/api/therapist/services', { name: 'Video', duration_minutes: 50, session_type: 'online', online_place: 'video', video_link }).expect(201);

it('a room of another practice’s services, appointments or consents is refused, without a word of whose it is; whoever was there first keeps it', async () => {
  const [real, stranger] = [await openMeetingPractice(test), await openMeetingPractice(test)];
  const rooms = { offered: newMeeting(), booked: newMeeting(), asked: newMeeting() };
  await offer(real.therapist, `${rooms.offered}?authuser=1`);
  const [booking] = (await test.database.query<{ id: string }>('select id from bookings where therapist_id = $1', [real.therapist.id])) as [{ id: string }];
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(CalendarChanges).giveLink(work, { id: booking.id, therapist_id: real.therapist.id }, rooms.booked));
  await requestConsent(real.therapist, { meeting_url: rooms.asked });
  for (const link of Object.values(rooms)) {
    const { body } = await ask(stranger.therapist, link).expect(400);
    expect(body.errors).toEqual([{ field: 'meeting_url', message: expect.stringContaining(refusal) as string }]);
    expect(JSON.stringify(body)).not.toContain(real.therapist.id);
    // A service of the same room takes it from nobody.
    await offer(stranger.therapist, link);
    await ask(stranger.therapist, link).expect(400);
    // Nor does another room behind the link hide it.
    await ask(stranger.therapist, `${link}#/j/123456789`).expect(400);
    await ask(real.therapist, link).expect(201);
  }
});

it('rooms of before are known when the API starts', async () => {
  const [real, stranger] = [await openMeetingPractice(test), await openMeetingPractice(test)];
  const rooms = [newMeeting(), newMeeting(), newMeeting()] as const;
  await offer(real.therapist, rooms[0]);
  await test.database.query(`update bookings set place_kind = 'video', place_detail = $2 where therapist_id = $1`, [real.therapist.id, rooms[1]]);
  await requestConsent(real.therapist, { meeting_url: rooms[2] });
  await test.database.query('delete from meeting_rooms');
  const owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`alter table activity_log disable trigger all; delete from activity_log where action = 'adopt_meeting_rooms'; alter table activity_log enable trigger all`);
  } finally {
    await owner.end();
  }
  await test.app.get(ConsentMarks).adoptRooms();
  for (const link of rooms) await ask(stranger.therapist, link).expect(400);
});

it('is known by two words that nobody chooses: in its name, in the chat, and in its therapist’s own monitor while it is there', async () => {
  const visits: MeetingVisit[] = [];
  jest.spyOn(test.app.get(MeetingEngine), 'visit').mockImplementation((meeting) => {
    visits.push(meeting);
    return Promise.resolve('denied');
  });
  const sendOf = async (practice: MeetingPractice): Promise<string | null> => {
    await practice.therapist.post('/api/therapist/profile', { display_name: `Dr. Miriam Aldenhoven ${'of the Old Garden '.repeat(5)}`, timezone: 'Europe/Berlin' }).expect(201);
    const meeting_url = newMeeting();
    const { body } = await start(practice.therapist, await agreedToNotetaker(test, practice, meeting_url), meeting_url).expect(201);
    const { session_id, notetaker_words } = body as { session_id: string; notetaker_words: string | null };
    const status = (): Promise<{ body: { notetaker_words: string | null } }> => practice.therapist.get(`${MEETINGS}/session/${session_id}/status`).expect(200);
    expect((await status()).body.notetaker_words).toBe(notetaker_words);
    await test.app.get(NotetakerService).send({ session_id });
    expect((await status()).body.notetaker_words).toBeNull();
    return notetaker_words;
  };
  const words = [await sendOf(await openMeetingPractice(test)), await sendOf(await openMeetingPractice(test))];
  expect(new Set(words).size).toBe(2);
  for (const [index, { displayName, announcement }] of visits.entries()) {
    expect(words[index]).toMatch(/^[a-z]+ [a-z]+$/);
    expect(displayName).toMatch(new RegExp(`^AI Notetaker for Dr\\. Miriam Aldenhoven of the .{0,15} · ${words[index]} \\(recording\\)$`));
    expect(announcement).toContain(`“${words[index]}”. If your therapist does not see these words in their own monitor, do not talk, and remove it from the meeting.`);
    expect(announcement.length).toBeLessThan(500);
  }
});
