import * as fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { KeyRing } from '../../../common/crypto/key-ring';
import { blockKey, leftOf, takenTime } from './busy-blocks';

const ZONE = 'America/New_York';
const TIMED: calendar_v3.Schema$Event = { id: 'e1', status: 'confirmed', start: { dateTime: '2027-03-02T10:00:00-05:00' }, end: { dateTime: '2027-03-02T11:30:00-05:00' } };

/** 'start – end' in UTC, or nothing. */
function taken(event: calendar_v3.Schema$Event, zone = ZONE): string | undefined {
  const time = takenTime({ ...TIMED, ...event }, zone);
  return time && `${time.starts_at.toISOString()} – ${time.ends_at.toISOString()}`;
}
const days = (start: string, end: string): calendar_v3.Schema$Event => ({ start: { date: start }, end: { date: end } });
const me = (responseStatus: string): calendar_v3.Schema$Event => ({ attendees: [{ responseStatus: 'accepted' }, { self: true, responseStatus }] });

describe('the time that an event of Google takes', () => {
  const NORMAL = '2027-03-02T15:00:00.000Z – 2027-03-02T16:30:00.000Z';

  it.each<[string, calendar_v3.Schema$Event]>([
    ['a plain one', {}],
    ['a tentative one', { status: 'tentative' }],
    ['one that nobody answered', me('needsAction')],
    ['one that was answered with a maybe', me('tentative')],
    ['one that somebody else declined', { attendees: [{ responseStatus: 'declined' }, { self: true, responseStatus: 'accepted' }] }],
    ['out of office', { eventType: 'outOfOffice' }],
    ['focus time', { eventType: 'focusTime' }],
    ['one that is shown as busy', { transparency: 'opaque' }],
    ['fractions of a second', { start: { dateTime: '2027-03-02T15:00:00.000Z' } }],
  ])('is that of %s', (_, event) => expect(taken(event)).toBe(NORMAL));

  it.each<[string, calendar_v3.Schema$Event]>([
    ['a cancelled one', { status: 'cancelled' }],
    ['a cancelled one of which nothing else is told', { status: 'cancelled', start: undefined, end: undefined } as calendar_v3.Schema$Event],
    ['one that is shown as free', { transparency: 'transparent' }],
    ['one that its person declined', me('declined')],
    ['a place of work', { eventType: 'workingLocation' }],
    ['a birthday', { eventType: 'birthday', ...days('2027-03-02', '2027-03-03') }],
    ['one without length', { end: { dateTime: '2027-03-02T10:00:00-05:00' } }],
    ['a day without length', days('2027-03-02', '2027-03-02')],
    ['one that ends before it begins', { end: { dateTime: '2027-03-02T09:00:00-05:00' } }],
    ['a day that is none', days('2027-02-30', '2027-03-01')],
    ['a time that is none', { start: { dateTime: '2027-03-02T25:00:00Z' } }],
    ['a time of no zone', { start: { dateTime: '2027-03-02T10:00:00' } }],
    ['words', { start: { dateTime: 'tomorrow' } }],
    ['no start', { start: {} }],
    ['no end', { end: null } as unknown as calendar_v3.Schema$Event],
  ])('is none for %s', (_, event) => expect(taken(event)).toBeUndefined());

  it.each([
    ['one day, from midnight to midnight of the calendar', days('2027-03-02', '2027-03-03'), ZONE, '2027-03-02T05:00:00.000Z – 2027-03-03T05:00:00.000Z'],
    ['many days, of which the last is not one of them', days('2027-03-02', '2027-03-09'), ZONE, '2027-03-02T05:00:00.000Z – 2027-03-09T05:00:00.000Z'],
    ['the day with 23 hours', days('2027-03-14', '2027-03-15'), ZONE, '2027-03-14T05:00:00.000Z – 2027-03-15T04:00:00.000Z'],
    ['the day with 25 hours', days('2027-11-07', '2027-11-08'), ZONE, '2027-11-07T04:00:00.000Z – 2027-11-08T05:00:00.000Z'],
    ['a day that begins at one o’clock', days('2027-04-30', '2027-05-01'), 'Africa/Cairo', '2027-04-29T22:00:00.000Z – 2027-04-30T21:00:00.000Z'],
    ['a day that there never was', days('2011-12-30', '2011-12-31'), 'Pacific/Apia', undefined],
    ['a calendar of no zone that we know', days('2027-03-02', '2027-03-03'), 'Mars/Olympus', '2027-03-02T00:00:00.000Z – 2027-03-03T00:00:00.000Z'],
    ['a day in the morning to a time', { start: { date: '2027-03-02' } }, ZONE, '2027-03-02T05:00:00.000Z – 2027-03-02T16:30:00.000Z'],
  ])('whole days: %s', (_, event, zone, expected) => expect(taken(event, zone)).toBe(expected));

  it('has a key that says nothing, and the same one in every list', () => {
    const keys = new KeyRing(randomBytes(32));
    const key = blockKey(keys, 'dentist-at-noon');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(blockKey(keys, 'dentist-at-noon')).toBe(key);
    expect(blockKey(keys, 'dentist-at-one')).not.toBe(key);
    expect(blockKey(new KeyRing(randomBytes(32)), 'dentist-at-noon')).not.toBe(key);
  });
});

describe('what is left of busy times without own appointments', () => {
  const span = ([from, length]: readonly [number, number]) => ({ startsAt: new Date(from), endsAt: new Date(from + length) });
  const covers = (spans: readonly { startsAt: Date; endsAt: Date }[], at: number): boolean => spans.some(({ startsAt, endsAt }) => startsAt.getTime() <= at && at < endsAt.getTime());

  it('is each instant that is in the one and not in the other', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })), { maxLength: 12 });
    fc.assert(
      fc.property(spans, spans, (times, others) => {
        const [taken, own] = [times.map(span), others.map(span)];
        const left = leftOf(taken, own);
        for (let at = 0; at < 85; at += 1) expect(covers(left, at)).toBe(covers(taken, at) && !covers(own, at));
        left.slice(1).forEach((each, index) => expect(each.startsAt.getTime()).toBeGreaterThan((left[index]?.endsAt ?? each.endsAt).getTime() - 1));
      }),
    );
  });

  it('is found in one walk, however many there are', () => {
    const busy = Array.from({ length: 40_000 }, (_, n) => span([n * 10, 5]));
    const own = Array.from({ length: 20_000 }, (_, n) => span([n * 20, 5]));
    expect(leftOf(busy, own)).toHaveLength(20_000);
  });
});
