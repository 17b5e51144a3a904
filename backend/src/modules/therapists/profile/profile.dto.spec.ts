import { isTimezone } from './profile.dto';

describe('time zones', () => {
  it.each([
    'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Toronto', 'Europe/London', 'Europe/Paris',
    'Asia/Tokyo', 'Australia/Sydney', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'UTC',
  ])('knows %s', (name) => expect(isTimezone(name)).toBe(true));

  it.each(['', 'EST', '+05:00', 'Mars/Olympus', 'America/New York', 'Europe/Paris; drop table', 'SystemV/EST5', 'America'])('refuses %j', (name) =>
    expect(isTimezone(name)).toBe(false),
  );
});
