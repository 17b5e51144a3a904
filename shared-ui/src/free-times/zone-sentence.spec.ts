import { ownTimeFirst, zoneSentence } from './zone-sentence';

const NEW_YORK = 'America/New_York';

describe('The sentence about zones', () => {
  it.each([
    ['2026-11-24', NEW_YORK, NEW_YORK, 'Times in New York.'],
    ['2026-11-24', NEW_YORK, 'Europe/Paris', 'Your time, in Paris. Below it the time in New York, 6 hours earlier.'],
    ['2026-11-24', 'Europe/Paris', NEW_YORK, 'Your time, in New York. Below it the time in Paris, 6 hours later.'],
    ['2026-11-24', NEW_YORK, 'America/Toronto', 'Times in New York. For you, in Toronto, the same.'],
    ['2026-11-24', NEW_YORK, 'America/Chicago', 'Your time, in Chicago. Below it the time in New York, 1 hour later.'],
    ['2026-11-24', NEW_YORK, 'Asia/Kolkata', 'Your time, in Kolkata. Below it the time in New York, 10 hours 30 minutes earlier.'],
  ])('on %s from %s to %s', (date, zone, visitor, sentence) => {
    expect(zoneSentence(date, zone, visitor)).toBe(sentence);
  });

  it('follows the clocks: for one week in spring, Paris is five hours ahead', () => {
    expect(zoneSentence('2026-03-20', NEW_YORK, 'Europe/Paris')).toContain('5 hours earlier');
    expect(zoneSentence('2026-04-02', NEW_YORK, 'Europe/Paris')).toContain('6 hours earlier');
  });
});

describe("The reader's own time", () => {
  it('comes first', () => {
    expect(ownTimeFirst('2026-11-24', '11:00', NEW_YORK, 'Europe/Paris')).toBe('Tue 24 Nov, 17:00 your time, 11:00 in New York');
    expect(ownTimeFirst('2026-11-24', '17:30', NEW_YORK, 'Asia/Tokyo')).toBe('Wed 25 Nov, 07:30 your time, Tue 17:30 in New York');
    expect(ownTimeFirst('2026-11-24', '09:00', 'Asia/Tokyo', NEW_YORK)).toBe('Mon 23 Nov, 19:00 your time, Tue 09:00 in Tokyo');
  });

  it('stands alone where both clocks show the same', () => {
    for (const zone of [NEW_YORK, 'America/Toronto']) expect(ownTimeFirst('2026-11-24', '11:00', NEW_YORK, zone)).toBe('Tue 24 Nov, 11:00');
  });

  it('has the 12-hour spelling beside where the region writes so', () => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
    expect(ownTimeFirst('2026-11-24', '11:00', NEW_YORK, 'Europe/Paris')).toBe('Tue, Nov 24, 17:00 (5:00 pm) your time, 11:00 in New York');
    jest.restoreAllMocks();
  });
});
