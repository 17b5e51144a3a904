import { CalendarRefused, TakenTime, takenTimes } from './calendar-reading';

const ZONE = 'America/New_York';
const at = (text: string): number => Date.parse(text);
const options = { from: at('2026-11-01T00:00:00Z'), to: at('2027-12-06T00:00:00Z'), zone: ZONE, ownUids: '@attune.example' };

function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
let uids = 0;
function event(...lines: string[]): string {
  return ['BEGIN:VEVENT', ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:e${(uids += 1)}`]), ...lines, 'END:VEVENT'].join('\r\n');
}
/** The times as '2026-11-24T15:00Z/16:00Z', in their order. */
function timesIn(text: string, more: Partial<typeof options> = {}): string[] {
  return takenTimes(text, { ...options, ...more })
    .sort((a, b) => a.starts - b.starts)
    .map(({ starts, ends }: TakenTime) => {
      const [start, end] = [starts, ends].map((ms) => new Date(ms).toISOString().replace(':00.000Z', 'Z'));
      return start?.slice(0, 10) === end?.slice(0, 10) ? `${start}/${end?.slice(11)}` : `${start}/${end}`;
    });
}
const refused = (text: string): string => {
  try {
    takenTimes(text, options);
  } catch (error) {
    return error instanceof CalendarRefused ? error.reason : String(error);
  }
  return 'read';
};

const OFFICE = ['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT', 'END:VTIMEZONE'];

describe('times of a calendar', () => {
  it.each([
    ['UTC', 'DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z'],
    ['a zone by its name', 'DTSTART;TZID=Europe/Berlin:20261124T160000', 'DTEND;TZID=Europe/Berlin:20261124T170000'],
    ['a zone that the file defines', 'DTSTART;TZID=Office:20261124T160000', 'DTEND;TZID=Office:20261124T170000'],
    ['no zone: the therapist’s', 'DTSTART:20261124T100000', 'DTEND:20261124T110000'],
    ['a zone that nobody knows: the therapist’s', 'DTSTART;TZID=Nowhere:20261124T100000', 'DURATION:PT1H'],
    ['two zones', 'DTSTART;TZID=Europe/Berlin:20261124T160000', 'DTEND;TZID=America/New_York:20261124T110000'],
  ])('are understood in %s', (_, ...lines) => {
    expect(timesIn(calendar(...OFFICE, event(...lines)))).toEqual(['2026-11-24T15:00Z/16:00Z']);
  });

  it('of whole days begin and end in the calendar’s zone, else in the therapist’s', () => {
    const days = [event('DTSTART;VALUE=DATE:20261124'), event('DTSTART;VALUE=DATE:20261210', 'DTEND;VALUE=DATE:20261213'), event('DTSTART;VALUE=DATE:20270314', 'DURATION:P2D')];
    expect(timesIn(calendar(...days))).toEqual(['2026-11-24T05:00Z/2026-11-25T05:00Z', '2026-12-10T05:00Z/2026-12-13T05:00Z', '2027-03-14T05:00Z/2027-03-16T04:00Z']);
    expect(timesIn(calendar('X-WR-TIMEZONE:Asia/Tokyo', ...days))[0]).toBe('2026-11-23T15:00Z/2026-11-24T15:00Z');
  });

  it('keep the clock when it changes, and what is skipped is later', () => {
    const repeated = event('DTSTART;TZID=America/New_York:20270307T023000', 'DTEND;TZID=America/New_York:20270307T033000', 'RRULE:FREQ=WEEKLY;COUNT=3');
    expect(timesIn(calendar(repeated))).toEqual(['2027-03-07T07:30Z/08:30Z', '2027-03-14T07:30Z/08:30Z', '2027-03-21T06:30Z/07:30Z']);
    const defined = event('DTSTART;TZID=Office:20270326T090000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=4;BYDAY=FR,MO');
    expect(timesIn(calendar(...OFFICE, defined))).toEqual(['2027-03-26T08:00Z/08:30Z', '2027-03-29T07:00Z/07:30Z', '2027-04-02T07:00Z/07:30Z', '2027-04-05T07:00Z/07:30Z']);
    const nightly = event('DTSTART;TZID=America/New_York:20261031T220000', 'DURATION:P1D', 'RRULE:FREQ=DAILY;COUNT=1');
    expect(timesIn(calendar(nightly))).toEqual(['2026-11-01T02:00Z/2026-11-02T03:00Z']);
  });

  it('of what repeats: without those taken out, with those added, moved, cancelled and shown as free', () => {
    const uid = 'UID:series';
    const zone = ';TZID=America/New_York';
    const series = event(uid, `DTSTART${zone}:20261201T100000`, `DTEND${zone}:20261201T110000`, 'RRULE:FREQ=WEEKLY;UNTIL=20270105T150000Z', `EXDATE${zone}:20261208T100000`, `RDATE${zone}:20261203T180000`, 'RDATE;VALUE=PERIOD:20261204T120000Z/PT15M');
    const moved = event(uid, `RECURRENCE-ID${zone}:20261215T100000`, `DTSTART${zone}:20261216T090000`, `DTEND${zone}:20261216T093000`);
    const cancelled = event(uid, 'RECURRENCE-ID:20261222T150000Z', 'DTSTART:20261222T150000Z', 'DTEND:20261222T160000Z', 'STATUS:CANCELLED');
    const free = event(uid, `RECURRENCE-ID${zone}:20261229T100000`, `DTSTART${zone}:20261229T100000`, `DURATION:PT1H`, 'TRANSP:TRANSPARENT');
    expect(timesIn(calendar(moved, series, cancelled, free))).toEqual(['2026-12-01T15:00Z/16:00Z', '2026-12-03T23:00Z/2026-12-04T00:00Z', '2026-12-04T12:00Z/12:15Z', '2026-12-16T14:00Z/14:30Z', '2027-01-05T15:00Z/16:00Z']);
    const days = event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;UNTIL=20261204', 'EXDATE;VALUE=DATE:20261202');
    expect(timesIn(calendar(days)).map((time) => time.slice(8, 10))).toEqual(['01', '03', '04']);
  });

  it('that began years ago are the same as if they were counted from the first', () => {
    const rules = ['FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH', 'FREQ=DAILY;INTERVAL=7', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31', 'FREQ=YEARLY', 'FREQ=YEARLY;INTERVAL=3;BYMONTH=3,9', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'FREQ=HOURLY;INTERVAL=50'];
    for (const start of ['20160831T093000', '20160229T093000']) {
      for (const rule of rules) {
        const of = (more: string): string[] => timesIn(calendar(event(`DTSTART;TZID=Europe/Berlin:${start}`, 'DURATION:PT45M', `RRULE:${rule}${more}`)));
        expect([rule, start, of('')]).toEqual([rule, start, of(';COUNT=10000')]);
      }
    }
  });

  it('leave out what is free, cancelled, over, too far ahead, without a length, or an appointment of our own', () => {
    const hour = ['DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z'];
    const left = [
      event(...hour, 'TRANSP:TRANSPARENT'), event(...hour, 'STATUS:CANCELLED'), event(...hour, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'), event(...hour, 'UID:0193@attune.example'),
      event('DTSTART:20261124T150000Z'), event('DTSTART:20261124T150000Z', 'DTEND:20261124T140000Z'), event('DTSTART:20261020T150000Z', 'DTEND:20261020T160000Z'), event('DTSTART:99991231T235959Z', 'DURATION:PT1H'), event('SUMMARY:No start'),
    ];
    expect(timesIn(calendar(...left, event(...hour, 'STATUS:TENTATIVE')))).toEqual(['2026-11-24T15:00Z/16:00Z']);
    expect(timesIn(calendar(event('DTSTART:20261024T150000Z', 'DTEND:20261102T160000Z')))).toEqual(['2026-10-24T15:00Z/2026-11-02T16:00Z']);
    expect(timesIn(calendar('BEGIN:VFREEBUSY', 'FREEBUSY:20261124T150000Z/PT1H,20261125T150000Z/20261125T151500Z', 'FREEBUSY;FBTYPE=FREE:20261126T150000Z/PT1H', 'END:VFREEBUSY'))).toEqual(['2026-11-24T15:00Z/16:00Z', '2026-11-25T15:00Z/15:15Z']);
  });

  it('have keys that stay, are their own for each occurrence, and say nothing', () => {
    const text = calendar(event('UID:private-name', 'DTSTART:20261124T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'), event('UID:private-name', 'DTSTART:20261124T150000Z', 'DURATION:PT2H'));
    const keys = takenTimes(text, options).map(({ event: key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(takenTimes(text, options).map(({ event: key }) => key)).toEqual(keys);
    expect(keys.join()).not.toContain('private');
    expect(timesIn(text)).toEqual(['2026-11-24T15:00Z/17:00Z', '2026-11-25T15:00Z/16:00Z', '2026-11-26T15:00Z/16:00Z']);
  });

  it('are refused for what is no calendar, cannot be read or is too much', () => {
    expect(['', '<!doctype html><p>Sign in</p>', 'BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n', '\0\0'].map(refused)).toEqual(['no_calendar', 'no_calendar', 'no_calendar', 'no_calendar']);
    const broken = [event('DTSTART:tomorrow'), event('DTSTART:20261124T150000Z', 'DTEND:soon'), event('DTSTART:20261124T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'), 'a line of nothing'];
    expect(broken.map((each) => [each, refused(calendar(each))])).toEqual(broken.map((each) => [each, 'unreadable']));
    expect(refused(calendar(event('DTSTART:20200101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=5')))).toBe('too_many');
    expect(timesIn(`\uFEFF${calendar()}`)).toEqual([]);
  });
});
