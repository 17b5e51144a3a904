import { blockedTimes, connectCalendar, syncAccount } from '../harness/connected-calendar';
import { startGoogleStandIn } from '../harness/google-stand-in';
import { openPractice } from '../harness/practice';
import { startTestApp } from '../harness/test-app';

const EVENTS = 5_000;
const PER_PAGE = 2_500;
const HALF_HOUR_MS = 30 * 60_000;

it('a calendar of 5,000 events is read within 20 s, with one request for each page; what changes is one more', async () => {
  const google = await startGoogleStandIn();
  const test = await startTestApp(google.environment);
  const { therapist } = await openPractice(test);
  const { control } = google.calendar;
  const account = therapist.email;
  const first = Math.ceil(test.clock.now().getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;
  const at = (place: number): string => new Date(first + place * HALF_HOUR_MS).toISOString();
  control.addEvents({ account, events: Array.from({ length: EVENTS }, (_, place) => ({ title: `Event ${place}`, start: at(place), end: at(place + 1) })) });
  await connectCalendar(test, google, therapist);
  const read = async (what: string): Promise<{ took: number; pages: number }> => {
    const before = google.calendar.requests.length;
    const began = performance.now();
    await syncAccount(test, therapist.id);
    const took = performance.now() - began;
    const pages = google.calendar.requests.slice(before).filter(({ path }) => path.endsWith('/events')).length;
    process.stdout.write(`calendar, ${what}: ${(took / 1_000).toFixed(2)} s, ${pages} requests for events\n`);
    return { took, pages };
  };
  const whole = await read(`${EVENTS} events`);
  expect(await blockedTimes(test, therapist.id)).toHaveLength(EVENTS);
  expect(whole.pages).toBe(EVENTS / PER_PAGE);
  expect(whole.took).toBeLessThan(20_000);
  control.addEvent({ account, title: 'One more', start: at(EVENTS), end: at(EVENTS + 1) });
  test.clock.advance(6 * 60_000);
  expect((await read('one change')).pages).toBe(1);
  test.clock.advance(8 * 24 * 3_600_000);
  await read(`${EVENTS} events once more, of which nothing changed`);
  expect(await blockedTimes(test, therapist.id)).not.toHaveLength(0);
  await test.close();
  await google.close();
});
