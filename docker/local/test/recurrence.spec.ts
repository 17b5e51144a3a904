import { checkRecurrence, instancesOf } from '../src/google/calendar/recurrence';

const ZONE = 'Europe/Berlin';
const far = Date.parse('2030-01-01T00:00:00Z');

/** The starts of a series that begins at a time of a day, an hour long. */
function starts(start: string, ...recurrence: string[]): string[] {
  const time = (hour: number): { dateTime: string; timeZone: string } => ({ dateTime: new Date(Date.parse(start) + hour * 3_600_000).toISOString(), timeZone: ZONE });
  return instancesOf({ start: time(0), end: time(1), recurrence }, ZONE, -Infinity, far).map((instance) => instance.start.dateTime ?? '');
}

const days = (...found: string[]): unknown[] => found.map((day) => expect.stringMatching(new RegExp(`^${day}T`)) as unknown);

test.each([
  ['every other week on two days', '2027-01-04T09:00:00Z', ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO;COUNT=4'], ['2027-01-04', '2027-01-08', '2027-01-18', '2027-01-22']],
  ['working days', '2027-01-07T09:00:00Z', ['RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=4'], ['2027-01-07', '2027-01-08', '2027-01-11', '2027-01-12']],
  ['months without a 31st are left out', '2027-01-31T09:00:00Z', ['RRULE:FREQ=MONTHLY;COUNT=3'], ['2027-01-31', '2027-03-31', '2027-05-31']],
  ['the second Tuesday', '2027-01-12T09:00:00Z', ['RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3'], ['2027-01-12', '2027-02-09', '2027-03-09']],
  ['the last day of a month', '2027-01-31T09:00:00Z', ['RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3'], ['2027-01-31', '2027-02-28', '2027-03-31']],
  ['29 February', '2024-02-29T09:00:00Z', ['RRULE:FREQ=YEARLY'], ['2024-02-29', '2028-02-29']],
  ['until and with an instant', '2027-01-01T09:00:00Z', ['RRULE:FREQ=DAILY;UNTIL=20270103T090000Z'], ['2027-01-01', '2027-01-02', '2027-01-03']],
  ['until and with a day', '2027-01-01T09:00:00Z', ['RRULE:FREQ=DAILY;UNTIL=20270102'], ['2027-01-01', '2027-01-02']],
  ['left out and added days', '2027-01-01T09:00:00Z', ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270102T090000Z', 'RDATE;TZID=Europe/Berlin:20270110T100000'], ['2027-01-01', '2027-01-03', '2027-01-10']],
])('%s', (_name, start, recurrence, expected) => {
  expect(starts(start, ...recurrence)).toEqual(days(...expected));
});

test('an hour keeps to the wall clock, and one that the clocks skip moves on by what they skip', () => {
  expect(starts('2027-03-26T01:30:00Z', 'RRULE:FREQ=DAILY;COUNT=4')).toEqual(['2027-03-26T02:30:00+01:00', '2027-03-27T02:30:00+01:00', '2027-03-28T03:30:00+02:00', '2027-03-29T02:30:00+02:00']);
});

test('whole days are days, however long; only those in sight are given', () => {
  const shape = { start: { date: '2027-03-27' }, end: { date: '2027-03-28' }, recurrence: ['RRULE:FREQ=DAILY'] };
  const seen = instancesOf(shape, ZONE, Date.parse('2027-03-28T10:00:00Z'), Date.parse('2027-03-29T10:00:00Z'));
  expect(seen.map(({ start, startMs, endMs }) => [start.date, (endMs - startMs) / 3_600_000])).toEqual([['2027-03-28', 23], ['2027-03-29', 24]]);
});

test.each(['RRULE:FREQ=HOURLY', 'RRULE:FREQ=DAILY;BYSETPOS=1', 'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20270101', 'RRULE:FREQ=DAILY;INTERVAL=0', 'nonsense'])('%s is refused', (line) => {
  expect(() => checkRecurrence([line])).toThrow('Invalid recurrence rule.');
});
