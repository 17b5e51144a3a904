import { sampleAppointment, ZONE } from '../../testing/samples';
import { statusTone, statusWord, whenOf } from './appointment-words';

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

  it("begins with the reader's own day and time, and names the therapist's where that is another", () => {
    const appointment = sampleAppointment(1, { appointment_date: '2021-03-02', appointment_time: '17:30' });
    expect(whenOf(appointment, 'Europe/Paris')).toMatchObject({ day: 'Tue 2 Mar 2021', time: '23:30', there: '17:30 in New York' });
    expect(whenOf(appointment, 'Asia/Tokyo')).toMatchObject({ day: 'Wed 3 Mar 2021', time: '07:30', there: 'Tue 17:30 in New York' });
    expect(whenOf(appointment, 'America/Toronto')).toMatchObject({ time: '17:30', there: undefined });
  });

  it("counts the days by the reader's calendar", () => {
    expect(whenOf(sampleAppointment(1), 'America/New_York').distance).toBe('tomorrow');
    expect(whenOf(sampleAppointment(1, { appointment_time: '23:30' }), 'Asia/Tokyo').distance).toMatch(/^(tomorrow|in 2 days)$/);
  });

  it('names the year where it is another', () => {
    expect(whenOf(sampleAppointment(0, { appointment_date: '2021-03-02' }), ZONE).day).toBe('Tue 2 Mar 2021');
    expect(whenOf(sampleAppointment(0), ZONE).day).not.toMatch(/\d{4}/);
  });
});
