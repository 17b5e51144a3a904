import { dayLine, firstName, greeting } from './greeting';

const morning = new Date('2026-11-24T13:42:00Z');

describe('greeting', () => {
  it.each([
    ['Amélie Okonkwo-Reyes', 'Amélie'],
    ['Dr. Amélie Reyes', 'Amélie'],
    ['Prof. Dr. 李 小龍', '李'],
    ['Dr.', 'Dr.'],
    ['', ''],
  ])('greets %s as %s', (name, expected) => {
    expect(firstName(name)).toBe(expected);
  });

  it("follows the clock of the therapist's zone", () => {
    expect(greeting('Amélie Reyes', morning, 'America/New_York')).toBe('Good morning, Amélie');
    expect(greeting('Amélie Reyes', morning, 'Europe/Paris')).toBe('Good afternoon, Amélie');
    expect(greeting('Amélie Reyes', morning, 'Asia/Tokyo')).toBe('Good evening, Amélie');
    expect(greeting('', morning, 'America/New_York')).toBe('Good morning');
  });
});

describe('dayLine', () => {
  const line = (sessions: number | undefined, nextStart?: string, reader = 'America/New_York') =>
    dayLine({ sessions, nextStart }, morning, 'America/New_York', reader);

  it('names the day, the sessions and the way to the next', () => {
    expect(line(4, '2026-11-24T14:00:00Z')).toBe('Tuesday 24 November · four sessions today, the next in 18 minutes');
    expect(line(1, '2026-11-24T15:42:00Z')).toBe('Tuesday 24 November · one session today, the next in 2 hours');
    expect(line(0)).toBe('Tuesday 24 November · no sessions today');
    expect(line(12)).toBe('Tuesday 24 November · 12 sessions today');
  });

  it('says only the day while the sessions load, and the zone where it is not the reader’s', () => {
    expect(line(undefined)).toBe('Tuesday 24 November');
    expect(line(undefined, undefined, 'Europe/Paris')).toBe('Tuesday 24 November in New York');
  });
});
