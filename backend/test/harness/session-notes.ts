import { signInTherapist, SignedInTherapist } from './signed-in';
import { TestApp } from './test-app';
import { newId } from '../../src/common/database/database';
import { writeBooking } from './notifications-bookings';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';

export const NOTES = '/api/therapist/enhanced-session-notes';
export const DEEDS = '/api/therapist/session-notes';

export interface Note {
  id: string;
  title: string;
  content: string;
  tags: string[];
  version: number;
  client_id: string | null;
  booking_id: string | null;
  is_client_visible: boolean;
  is_private: boolean;
  status: string;
}

/** A therapist with an appointment, and its client. */
export interface NotePractice {
  therapist: SignedInTherapist;
  bookingId: string;
  clientId: string;
}

let hour = 0;

export async function openNotePractice(test: TestApp): Promise<NotePractice> {
  const therapist = await signInTherapist(test);
  return { therapist, ...(await addAppointment(test, therapist.id)) };
}

/** Another appointment, of another client. */
export async function addAppointment(test: TestApp, therapistId: string): Promise<{ bookingId: string; clientId: string }> {
  hour += 1;
  const written = await writeBooking({ database: test.database, cipher: test.app.get(ColumnCipher), outbox: new Outbox() }, new Date(Date.UTC(2026, 11, 1, hour)).toISOString());
  await test.database.query(`update bookings set therapist_id = $2, notes = null, client_name = $3 where id = $1`, [written.id, therapistId, `Client ${hour}`]);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [written.id]);
  const clientId = row?.client_id ?? newId();
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2) on conflict do nothing', [therapistId, clientId]);
  return { bookingId: written.id, clientId };
}

export async function writeNote(therapist: SignedInTherapist, body: object = {}): Promise<Note> {
  return (await therapist.post(NOTES, { title: 'First session', content: 'What was said.', ...body }).expect(201)).body as Note;
}
