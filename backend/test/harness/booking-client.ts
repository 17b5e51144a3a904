import { randomUUID } from 'node:crypto';
import { Actor } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { BookingService } from '../../src/modules/bookings/booking/booking.service';
import { anyAddress } from './booking-holds';
import type { CreateBookingDto } from '../../src/modules/bookings/booking/booking.dto';
import { notePeople } from './noted-people';
import { bookingOf, Practice, workday } from './practice';
import { TestApp } from './test-app';

let lines = 0;

/** A person with bookings at a practice, each from a connection of their own. */
export interface BookingClient {
  id: string;
  email: string;
  actor: Actor;
  /** Books as the client who is signed in, from a connection of its own. @returns the booking's id */
  book(day: number, time?: string, overrides?: object): Promise<string>;
  /** Books, and the therapist says that it has taken place. */
  had(day: number, time?: string, overrides?: object): Promise<string>;
}

export async function openBookingClient(test: TestApp, from: Practice): Promise<BookingClient> {
  const email = `${randomUUID()}@example.org`;
  const id = newId();
  await test.database.query(`insert into clients (id, email, name) values ($1, $2, 'Robin Account')`, [id, email]);
  await notePeople(test.app);
  lines += 1;
  const actor: Actor = { type: 'client', id, sessionId: newId(), address: `198.51.100.${lines}` };
  const book = async (day: number, appointment_time = '10:00', overrides: object = {}): Promise<string> => {
    const wanted = { client_email: email, appointment_date: workday(test, day), appointment_time, ...overrides };
    const client = { id, userType: 'client', sessionId: newId(), verified: true, provedAt: test.clock.now() } as const;
    const visitor = { actor: { type: 'visitor', id: null, sessionId: null, address: anyAddress() }, client } as const;
    const booked = await test.app.get(BookingService).book({ ...bookingOf(test, from, wanted), } as CreateBookingDto, undefined, visitor);
    if (!('id' in booked)) throw new Error('the time is held');
    return booked.id;
  };
  const had = async (day: number, time?: string, overrides?: object): Promise<string> => {
    const booked = await book(day, time, overrides);
    await from.therapist.put(`/api/therapist/bookings/${booked}/status`, { status: 'completed' }).expect(200);
    return booked;
  };
  return { id, email, actor, book, had };
}
