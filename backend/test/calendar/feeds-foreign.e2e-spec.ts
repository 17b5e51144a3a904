import { createServer, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DomainEvents } from '../../src/common/work/work';
import { TimeFreed } from '../../src/modules/bookings/changes/booking.events';
import { FeedTurns } from '../../src/modules/calendar/feeds/feed-turns';
import { ForeignFeedService } from '../../src/modules/calendar/feeds/foreign-feed.service';
import { openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const FEED = '/api/therapist/calendar/foreign-feed';
const MINUTE_MS = 60_000;

describe('a foreign calendar', () => {
  let test: TestApp;
  let server: Server;
  let origin: string;
  let answer: RequestListener;
  let asked = 0;
  let practice: Practice;
  let feeds: ForeignFeedService;
  let published: jest.SpyInstance;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    test = await startTestApp({ CALENDAR_FEED_TEST_ORIGIN: origin });
    feeds = test.app.get(ForeignFeedService);
    published = jest.spyOn(test.app.get(DomainEvents), 'publish');
  });
  afterAll(async () => {
    await test.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    practice = await openPractice(test);
    published.mockClear();
    asked = 0;
  });

  const day = (): string => workday(test, 3).replaceAll('-', '');
  const calendar = (...events: string[][]): string =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:dentist-${index}`, 'SUMMARY:Dentist, very private', ...lines, 'END:VEVENT']), 'END:VCALENDAR', ''].join('\r\n');
  const hour = (at: string): string[] => [`DTSTART:${day()}T${at}0000`, 'DURATION:PT1H'];
  const serve = (text: string): void => {
    answer = (_, response) => response.setHeader('Content-Type', 'text/calendar').end(text);
  };
  const put = async (address = `${origin}/secret-address.ics`): Promise<Record<string, unknown>> => (await practice.therapist.put(FEED, { address }).expect(200)).body as Record<string, unknown>;
  const read = (): Promise<void> => feeds.read({ therapist_id: practice.therapist.id });
  const status = async (): Promise<Record<string, unknown>> => (await practice.therapist.get(FEED).expect(200)).body as Record<string, unknown>;
  const freed = (): number => published.mock.calls.filter(([event]) => event instanceof TimeFreed && event.therapistId === practice.therapist.id).length;
  const freeTimes = async (): Promise<string[]> => {
    const date = workday(test, 3);
    const { body } = await practice.therapist.get(`/api/public/therapist/${practice.therapist.id}/availability?service_id=${practice.serviceId}&from=${date}&to=${date}`).expect(200);
    return JSON.stringify(body).match(/\d\d:\d\d(?=")/g) ?? [];
  };
  const blocks = (): Promise<{ event_key: string }[]> => test.database.query('select * from busy_blocks where therapist_id = $1 order by starts_at', [practice.therapist.id]);

  it('blocks the times of its events, and gives them back when they are gone, replaced or removed', async () => {
    expect(await status()).toEqual({ address: null, state: null, reason: null, last_read_at: null, busy_blocks: 0, busy_known_until: null });
    const before = await freeTimes();
    expect(before).toContain('10:00');
    serve(calendar(hour('10'), hour('14')));
    expect(await put()).toMatchObject({ address: `${origin}/secret-address.ics`, state: 'reading', reason: null, last_read_at: null, busy_blocks: 0 });
    await read();
    expect(await status()).toMatchObject({ state: 'ok', reason: null, busy_blocks: 2 });
    expect(await freeTimes()).not.toContain('10:00');
    expect(freed()).toBe(0);

    serve(calendar(hour('10')));
    await read();
    expect([await freeTimes(), freed()]).toEqual([expect.arrayContaining(['14:00']), 1]);
    await read();
    expect(freed()).toBe(1);

    expect(await put(`${origin}/other.ics`)).toMatchObject({ state: 'reading', busy_blocks: 0 });
    expect([await freeTimes(), freed()]).toEqual([before, 2]);
    await read();
    expect((await practice.therapist.delete(FEED).expect(200)).body).toEqual({ address: null, state: null, reason: null, last_read_at: null, busy_blocks: 0, busy_known_until: null });
    expect([await freeTimes(), freed()]).toEqual([before, 3]);
    const deeds = await test.database.query<{ action: string }>(`select action from activity_log where actor_id = $1 and action like '%foreign%' order by seq`, [practice.therapist.id]);
    expect(deeds.map(({ action }) => action)).toEqual(['set_foreign_calendar', 'set_foreign_calendar', 'remove_foreign_calendar']);
  });

  it('leaves nothing of its address and events in the tables but times', async () => {
    serve(calendar(hour('10')));
    await put();
    answer = (_, response) => response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${origin}/secret-address.ics`);
    await read();
    serve(calendar(hour('10')));
    await read();
    const [block] = await blocks();
    expect(block?.event_key).toMatch(/^[\w-]{43}$/);
    const tables = ['busy_blocks', 'foreign_feeds', 'outbox', 'activity_log', 'part_failures', 'limit_hits'];
    for (const table of tables) {
      const [row] = await test.database.query<{ dump: string }>(`select coalesce(string_agg(t::text, ' '), '') as dump from ${table} t`);
      for (const secret of ['secret-address', 'dentist', 'private', '127.0.0.1']) {
        expect([table, secret, row?.dump.includes(secret), row?.dump.includes(Buffer.from(secret).toString('hex'))]).toEqual([table, secret, false, false]);
      }
    }
  });

  it('that fails is told of after three times in a row, keeps its times, waits longer each time, and recovers by itself', async () => {
    serve(calendar(hour('10')));
    await put();
    await read();
    answer = (_, response) => response.writeHead(404).end();
    const waits: number[] = [];
    const states: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      await read();
      const [row] = await test.database.query<{ due_at: Date }>('select due_at from foreign_feeds where therapist_id = $1', [practice.therapist.id]);
      waits.push(Math.round(((row?.due_at.getTime() ?? 0) - test.clock.now().getTime()) / MINUTE_MS));
      const { state, reason, busy_blocks } = await status();
      states.push([state, reason, busy_blocks]);
    }
    const gone = 'There is no calendar at this address any more. Please copy the address anew.';
    expect(states).toEqual([['ok', null, 1], ['ok', null, 1], ['failing', gone, 1], ['failing', gone, 1]]);
    expect(waits).toEqual([15, 30, 60, 120]);
    serve(calendar(hour('10'), hour('11')));
    await read();
    expect(await status()).toMatchObject({ state: 'ok', reason: null, busy_blocks: 2 });
  });

  it('that was never read is told of at once, and what is no calendar in a sentence', async () => {
    const said: unknown[] = [];
    for (const text of ['<!doctype html>', 'BEGIN:VCALENDAR\r\nnonsense', calendar([`DTSTART:${day()}T000000Z`, 'DURATION:PT1M', 'RRULE:FREQ=SECONDLY'])]) {
      serve(text);
      await put(`${origin}/${said.length}.ics`);
      await read();
      const { state, reason } = await status();
      said.push([state, String(reason).slice(0, 40)]);
    }
    expect(said).toEqual([['failing', 'What is there is no calendar. Please cop'], ['failing', 'An event in the calendar cannot be read,'], ['failing', 'The calendar has more than 5,000 busy ti']]);
  });

  it('is asked every 15 minutes whether it has changed, and read whole each day and in another zone', async () => {
    answer = ({ headers }, response) => {
      if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.setHeader('ETag', '"v1"').end(calendar([`DTSTART;VALUE=DATE:${day()}`]));
    };
    await put();
    await read();
    const due = async (): Promise<number> => {
      await test.database.query(`delete from outbox where job = 'read-foreign-feed'`);
      await feeds.look();
      const [row] = await test.database.query<{ jobs: number }>(`select count(*)::int as jobs from outbox where job = 'read-foreign-feed' and payload->>'therapist_id' = $1`, [practice.therapist.id]);
      return row?.jobs ?? 0;
    };
    expect(await due()).toBe(0);
    test.clock.advance(15 * MINUTE_MS);
    expect([await due(), await due()]).toEqual([1, 0]);
    const version = async (): Promise<unknown> => (await test.database.query('select whole_read_at from foreign_feeds where therapist_id = $1', [practice.therapist.id]))[0];
    const first = await version();
    await read();
    expect([await version(), (await status()).busy_blocks]).toEqual([first, 1]);
    await test.database.query(`update therapist_profiles set timezone = 'Asia/Tokyo' where therapist_id = $1`, [practice.therapist.id]);
    await read();
    const [block] = (await blocks()) as unknown as { starts_at: Date }[];
    expect(block?.starts_at.getUTCHours()).toBe(15);
    const second = await version();
    expect(second).not.toEqual(first);
    test.clock.advance(24 * 60 * MINUTE_MS);
    await read();
    expect(await version()).not.toEqual(second);
    await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
    const before = asked;
    test.clock.advance(24 * 60 * MINUTE_MS);
    expect(await due()).toBe(0);
    await read();
    expect(asked).toBe(before);
  });

  it('writes nothing when its address was replaced meanwhile, or a later reading was begun', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      answer = (_, response) => {
        resolve();
        void held.then(() => response.end(calendar(hour('10'), hour('11'), hour('12'))));
      };
    });
    await put();
    const old = read();
    await arrived;
    serve(calendar(hour('14')));
    await put(`${origin}/other.ics`);
    // This process leaves it for when the first one has come to its end; another one reads it at once.
    await read();
    expect(await blocks()).toEqual([]);
    const anotherWorker = Object.assign(Object.create(ForeignFeedService.prototype) as object, feeds, { turns: new FeedTurns() }) as unknown as ForeignFeedService;
    await anotherWorker.read({ therapist_id: practice.therapist.id });
    release();
    await old;
    expect((await blocks()).length).toBe(1);
  });

  it('that is hostile ends in a sentence, and the next one is read', async () => {
    const endless = ['DTSTART:20200101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'];
    serve(calendar(endless));
    await put();
    await read();
    expect((await status()).state).toBe('failing');
    serve(calendar(hour('10')));
    await read();
    expect(await status()).toMatchObject({ state: 'ok', busy_blocks: 1 });
    serve('BEGIN:VCALENDAR\r\n'.repeat(60_000) + 'END:VCALENDAR\r\n'.repeat(60_000));
    await read();
    serve(calendar(...Array.from({ length: 5_001 }, (_, n) => [`DTSTART:${day()}T${String(10 + (n % 10))}0000`, 'DURATION:PT1H'])));
    await read();
    expect((await blocks()).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['http://calendar.example/a.ics', 'Please enter the address of a calendar, beginning with https:// or webcal://.'],
    ['nonsense', 'Please enter the address of a calendar, beginning with https:// or webcal://.'],
    ['https://me:secret@calendar.example/a.ics', 'An address with a name or a password in it is not taken. Most calendars have a secret address for this.'],
    ['https://calendar.example:8443/a.ics', 'The address names a port. Only addresses without one are taken.'],
    ['webcal://169.254.169.254/latest', 'Please enter an address with a name, such as https://calendar.example.com/…, and no number.'],
    ['http://localhost:3000/api/calendar-feeds/x.ics', 'This is an address of this practice. Please enter that of your other calendar.'],
  ])('is not taken by %s', async (address, sentence) => {
    const { body } = await practice.therapist.put(FEED, { address }).expect(422);
    expect(JSON.stringify(body)).toContain(sentence);
    expect(await status()).toMatchObject({ address: null, state: null });
  });

  it('is set once by two at the same time, and only so often', async () => {
    serve(calendar());
    await Promise.all([put(), put(), put(`${origin}/b.ics`)]);
    for (let n = 3; n < 20; n += 1) await put();
    await practice.therapist.put(FEED, { address: `${origin}/c.ics` }).expect(429);
  });
});
