import { DateTime } from 'luxon';

/** One appointment of the demo practice, as wall time in the therapist's zone. */
export interface DemoAppointment {
  date: string;
  time: string;
  past: boolean;
}

/** Far enough apart that even a 90-minute session ends before the next begins. */
const STARTS = ['09:00', '11:00', '13:30', '15:30'] as const;
const UPCOMING = 24;
/** Upcoming appointments fall on every fourth workday only, so most of the next weeks stays free. */
const EVERY_NTH_WORKDAY = 4;

/** `count` appointments: most over the past year, some in the next weeks. The same day gives the same calendar. */
export function demoAppointments(now: Date, zone: string, count: number): DemoAppointment[] {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  return [...past(today, count - UPCOMING), ...upcoming(today, UPCOMING)];
}

function past(today: DateTime, count: number): DemoAppointment[] {
  const appointments: DemoAppointment[] = [];
  for (let back = 1; appointments.length < count; back += 1) {
    const day = today.minus({ days: back });
    if (day.weekday > 5) continue;
    // One appointment on some days, two or three on others: 176 of them reach about eleven months back.
    const starts = STARTS.filter((_, index) => (back * 7 + index * 5) % 11 < 2 || (index === 0 && back % 5 === 0));
    for (const time of starts) if (appointments.length < count) appointments.push({ date: day.toFormat('yyyy-MM-dd'), time, past: true });
  }
  return appointments;
}

function upcoming(today: DateTime, count: number): DemoAppointment[] {
  const appointments: DemoAppointment[] = [];
  for (let ahead = 1, workdays = 0; appointments.length < count; ahead += 1) {
    const day = today.plus({ days: ahead });
    if (day.weekday > 5) continue;
    workdays += 1;
    if (workdays % EVERY_NTH_WORKDAY !== 1) continue;
    for (const time of STARTS.slice(0, 3)) appointments.push({ date: day.toFormat('yyyy-MM-dd'), time, past: false });
  }
  return appointments.slice(0, count);
}
