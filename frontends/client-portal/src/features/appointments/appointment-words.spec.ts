import { sampleAppointment } from '../../testing/samples';
import { dayLabel, statusTone, statusWord, zoneWords } from './appointment-words';

describe('An appointment in words', () => {
  it.each([
    ['confirmed', 'info', 'Confirmed'],
    ['completed', 'positive', 'Completed'],
    ['cancelled', 'danger', 'Cancelled'],
    ['waiting', 'neutral', 'waiting'],
  ])('%s has the tone %s and the word %s', (status, tone, word) => {
    expect(statusTone(status)).toBe(tone);
    expect(statusWord(status)).toBe(word);
  });

  it("names the zone and the reader's own time where it is another's", () => {
    const appointment = sampleAppointment(1, { appointment_date: '2026-11-24', appointment_time: '17:30' });
    expect(zoneWords(appointment, 'Europe/Paris')).toBe('in New York, 23:30 for you');
    expect(zoneWords(appointment, 'Asia/Tokyo')).toBe('in New York, Wed 07:30 for you');
    expect(zoneWords(appointment, 'America/Toronto')).toBe('in New York');
    expect(zoneWords(appointment, 'America/New_York')).toBeUndefined();
  });

  it('names the year where it is another', () => {
    expect(dayLabel(sampleAppointment(0, { appointment_date: '2021-03-02' }))).toBe('Tue 2 Mar 2021');
    expect(dayLabel(sampleAppointment(0))).not.toMatch(/\d{4}/);
  });
});
