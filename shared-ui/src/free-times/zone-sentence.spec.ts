import { ownTimeFirst, ownZoneSentence, placedTime, visitorTime, zoneSentence } from './zone-sentence';

const NEW_YORK = 'America/New_York';

describe('The sentence about zones', () => {
  it.each([
    ['2026-11-24', NEW_YORK, NEW_YORK, 'Times in New York.'],
    ['2026-11-24', NEW_YORK, 'Europe/Paris', 'Times in New York. For you, in Paris, 6 hours later.'],
    ['2026-11-24', 'Europe/Paris', NEW_YORK, 'Times in Paris. For you, in New York, 6 hours earlier.'],
    ['2026-11-24', NEW_YORK, 'America/Toronto', 'Times in New York. For you, in Toronto, the same.'],
    ['2026-11-24', NEW_YORK, 'America/Chicago', 'Times in New York. For you, in Chicago, 1 hour earlier.'],
    ['2026-11-24', NEW_YORK, 'Asia/Kolkata', 'Times in New York. For you, in Kolkata, 10 hours 30 minutes later.'],
  ])('on %s from %s to %s', (date, zone, visitor, sentence) => {
    expect(zoneSentence(date, zone, visitor)).toBe(sentence);
  });

  it('begins with the own time for a client', () => {
    expect(ownZoneSentence('2026-11-24', NEW_YORK, 'Europe/Paris')).toBe('Your time, in Paris. Below it the time in New York, 6 hours earlier.');
    expect(ownZoneSentence('2026-11-24', NEW_YORK, NEW_YORK)).toBe('Times in New York.');
  });

  it('follows the clocks: for one week in spring, Paris is five hours ahead', () => {
    expect(zoneSentence('2026-03-20', NEW_YORK, 'Europe/Paris')).toContain('5 hours later');
    expect(zoneSentence('2026-04-02', NEW_YORK, 'Europe/Paris')).toContain('6 hours later');
  });
});

describe("The visitor's own time", () => {
  it('is named only where it differs', () => {
    expect(visitorTime('2026-11-24', '11:00', NEW_YORK, NEW_YORK)).toBeUndefined();
    expect(visitorTime('2026-11-24', '11:00', NEW_YORK, 'America/Toronto')).toBeUndefined();
    expect(visitorTime('2026-11-24', '11:00', NEW_YORK, 'Europe/Paris')).toBe('17:00');
  });

  it('names the day where it is another', () => {
    expect(visitorTime('2026-11-24', '17:30', NEW_YORK, 'Asia/Tokyo')).toBe('Wed 07:30');
    expect(visitorTime('2026-11-24', '09:00', 'Asia/Tokyo', NEW_YORK)).toBe('Mon 19:00');
  });

  it('comes first for a client', () => {
    expect(ownTimeFirst('2026-11-24', '11:00', NEW_YORK, 'Europe/Paris')).toBe('Tue 24 Nov, 17:00 your time, 11:00 in New York');
    expect(ownTimeFirst('2026-11-24', '17:30', NEW_YORK, 'Asia/Tokyo')).toBe('Wed 25 Nov, 07:30 your time, Tue 17:30 in New York');
    expect(ownTimeFirst('2026-11-24', '11:00', NEW_YORK, 'America/Toronto')).toBe('Tue 24 Nov, 11:00');
  });

  it('stands beside the place', () => {
    expect(placedTime('2026-11-24', '11:00', NEW_YORK, 'Europe/Paris')).toBe('Tue 24 Nov, 11:00 in New York, 17:00 for you');
    expect(placedTime('2026-11-24', '11:00', NEW_YORK, NEW_YORK)).toBe('Tue 24 Nov, 11:00 in New York');
  });
});
