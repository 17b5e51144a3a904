import { eventOf, isAsWanted, meetOf, patchOf, standingOf } from './google-event';
import { titleOf } from '../appointment-title';

const AT = { starts_at: new Date('2027-03-14T15:00:00Z'), ends_at: new Date('2027-03-14T16:00:00Z') };
const LATER = { starts_at: new Date('2027-03-14T18:00:00Z'), ends_at: new Date('2027-03-14T19:00:00Z') };
const SHOWN = { ...AT, timezone: 'America/New_York', client_name: 'Kim Park' };
const ZONE = 'America/New_York';

it.each([
  ['Kim Park', 'Appointment K. P.'],
  ['  anna-lena   van der Berg ', 'Appointment A. L. V.'],
  ['Øystein Åse', 'Appointment Ø. Å.'],
  ['e\u0301mile zola', 'Appointment É. Z.'],
  ['王 小明', 'Appointment 王. 小.'],
  ['𝒜da', 'Appointment 𝒜.'],
  ['👩‍💻 (Lea)', 'Appointment L.'],
  ['7 %', 'Appointment'],
])('%j is called %j', (name, title) => {
  expect(titleOf(name, 'initials')).toBe(title);
  expect(titleOf(name, 'plain')).toBe('Appointment');
});

it('an event says when it was meant to be: whatever else its therapist changed, it was not moved; what has other times was', () => {
  const event = eventOf(SHOWN, 'initials');
  expect(standingOf({ ...event, summary: 'Other', transparency: 'transparent' }, [], ZONE)).toEqual({ kind: 'ours' });
  const moved = { ...event, start: { dateTime: '2027-03-14T14:00:00-04:00' }, end: { dateTime: '2027-03-14T15:00:00-04:00' } };
  expect(standingOf(moved, [AT], ZONE)).toEqual({ kind: 'moved', ...LATER });
  expect(standingOf(moved, [AT, LATER], ZONE)).toEqual({ kind: 'ours' });
  const allDay = { ...event, start: { date: '2027-03-14' }, end: { date: '2027-03-15' } };
  // A day when the clocks change has 23 hours.
  expect(standingOf(allDay, [AT], ZONE)).toEqual({ kind: 'moved', starts_at: new Date('2027-03-14T05:00:00Z'), ends_at: new Date('2027-03-15T04:00:00Z') });
  expect(standingOf({ id: 'x', status: 'cancelled' }, [AT], ZONE)).toEqual({ kind: 'deleted' });
});

it('is private where it is made, and afterwards as its therapist has it', () => {
  const event = eventOf(SHOWN, 'initials');
  expect(event).toMatchObject({ visibility: 'private' });
  expect(patchOf(event, false)).not.toHaveProperty('visibility');
  expect(isAsWanted({ ...event, visibility: 'public' }, event, ZONE, false)).toBe(true);
});

it('nothing is written again that stands there as it should', () => {
  const event = eventOf(SHOWN, 'initials');
  expect(isAsWanted(event, event, ZONE, false)).toBe(true);
  expect(isAsWanted({ ...event, summary: 'Kim' }, event, ZONE, false)).toBe(false);
  expect(isAsWanted({ ...event, summary: 'Kim' }, event, ZONE, true)).toBe(true);
  expect(isAsWanted(event, eventOf({ ...SHOWN, ...LATER }, 'initials'), ZONE, false)).toBe(false);
});

it.each([
  ['https://meet.google.com/abc-defg-hij', { link: 'https://meet.google.com/abc-defg-hij' }],
  ['https://meet.google.com.example.org/abc-defg-hij', 'none'],
  ['http://meet.google.com/abc-defg-hij', 'none'],
  ['https://meet.google.com/abc-defg-hij?next=//evil.example', 'none'],
  ['javascript:alert(1)', 'none'],
])('the link %j is %j', (hangoutLink, meet) => {
  expect(meetOf({ hangoutLink })).toEqual(meet);
});
