import { addPlan } from './client-record';
import { addForm, completeForm, question } from './intake-forms';
import { recordedSession, toneOf } from './meetings';
import { addFile } from './note-files';
import { book, openPractice, Practice, workday } from './practice';
import { NOTES, DEEDS } from './session-notes';
import { TestApp } from './test-app';

/** A practice with something of everything, made through the API. */
export interface WholePractice extends Practice {
  clientId: string;
  bookingId: string;
  noteId: string;
  signedNoteId: string;
  sessionId: string;
}

/** @param name of its client, whose address is made of it */
export async function openWholePractice(test: TestApp, name = 'Kim Park'): Promise<WholePractice> {
  const practice = await openPractice(test);
  const { therapist } = practice;
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  const { body } = await book(test, practice, { client_email: email, client_name: name, client_phone: '+1 555 0199', notes: `${name} sleeps badly`, appointment_date: workday(test, 3) }).expect(201);
  const bookingId = (body as { id: string }).id;
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [bookingId]);
  const clientId = row?.client_id ?? '';
  await therapist.put(`/api/therapist/clients/${clientId}`, { remark: `${name} comes by train`, discharged_on: null, version: 0 }).expect(200);
  const form = await addForm(test, therapist.id, [question('q_a', 'text', { question: 'What brings you here?' })], { title: 'Before we meet' });
  await completeForm(test, therapist, { id: form, clientId }, { q_a: `${name} is restless` });
  const noteOf = async (title: string, content: string): Promise<string> => ((await therapist.post(NOTES, { title, content, tags: ['sleep'], client_id: clientId }).expect(201)).body as { id: string }).id;
  const noteId = await noteOf('First session', `${name} slept badly`);
  const signedNoteId = await noteOf('Second session', `${name} slept well`);
  await addFile(therapist, signedNoteId, undefined, 'letter: from home.png');
  await therapist.post(`${DEEDS}/${signedNoteId}/sign`, { version: 1 }).expect(200);
  await therapist.post(NOTES, { title: 'For me alone', content: `${name} in my own words`, is_private: true, client_id: clientId }).expect(201);
  await addPlan(test, { therapistId: therapist.id, clientId, title: `Evenings of ${name}` });
  const { session_id } = await recordedSession(test, therapist, toneOf(64_000));
  return { ...practice, clientId, bookingId, noteId, signedNoteId, sessionId: session_id };
}
