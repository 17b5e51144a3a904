import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { FormVersionRepository } from '../../src/modules/intake-forms/builder/form-version.repository';
import type { Instrument, Question, QuestionType } from '../../src/modules/intake-forms/builder/question';
import { IntakeRequestsService } from '../../src/modules/intake-forms/sending/requests.service';
import { ClientBrowser } from './client-browser';
import { unsealed } from './sealed-values';
import { SignedInTherapist } from './signed-in';
import { TestApp } from './test-app';

export function question(id: string, type: QuestionType = 'text', fields: Partial<Question> = {}): Question {
  return { id, type, question: `About ${id}`, help_text: '', required: false, options: [], new_page: false, show_if: null, ...fields };
}

/** A form of a therapist, straight into the tables; with a service, its bookings send it. */
export async function addForm(test: TestApp, therapistId: string, questions: Question[], options: { serviceId?: string; everyBooking?: boolean; instrument?: Instrument; title?: string } = {}): Promise<string> {
  const id = newId();
  await test.database.query('insert into intake_forms (id, therapist_id, version, created_at, updated_at) values ($1, $2, 1, $3, $3)', [id, therapistId, test.clock.now()]);
  await addVersion(test, id, 1, questions, options);
  if (options.serviceId) {
    const row = [options.serviceId, id, therapistId, options.everyBooking ?? false];
    await test.database.query('insert into service_intake_forms (service_id, form_id, therapist_id, every_booking) values ($1, $2, $3, $4)', row);
  }
  return id;
}

/** The next version, which becomes the form's. */
export async function addVersion(test: TestApp, formId: string, version: number, questions: Question[], { instrument, title }: { instrument?: Instrument; title?: string } = {}): Promise<void> {
  const row = { form_id: formId, version, title: title ?? 'Before we meet', description: '', questions, instrument: instrument ?? null, created_at: test.clock.now() };
  await test.app.get(FormVersionRepository).insertVersions([row], test.database);
  await test.database.query('update intake_forms set version = $2 where id = $1', [formId, version]);
}

/** What the booking's mail would carry. @returns the secrets of the links */
export async function bookingTokens(test: TestApp, bookingId: string): Promise<string[]> {
  const links = await test.app.get(IntakeRequestsService).linksForBooking(bookingId);
  return links.map((link) => link.split('#')[1] ?? '');
}

/** The code that the newest mail for a form would tell. */
export async function formCode(test: TestApp): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('select id from intake_codes order by id desc limit 1');
  if (!row) throw new Error('no code was asked for');
  return unsealed(test.database, test.app.get(ColumnCipher), 'intake_codes', 'mail_secret', row.id);
}

/** The secret of the newest link to a form that was sent. */
export async function newestToken(test: TestApp): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('select id from intake_requests order by id desc limit 1');
  if (!row) throw new Error('no form was sent');
  return unsealed(test.database, test.app.get(ColumnCipher), 'intake_requests', 'token', row.id);
}

/** Sent by hand, answered behind its link and signed. @returns the request's id */
export async function completeForm(test: TestApp, therapist: SignedInTherapist, form: { id: string; clientId: string; version?: number }, answers: Record<string, unknown>): Promise<string> {
  const { id: form_id, clientId: client_id, version = 1 } = form;
  const { body } = await therapist.post('/api/therapist/intake-requests', { form_id, client_id }).expect(201);
  const token = await newestToken(test);
  const browser = await ClientBrowser.open(test);
  for (const [question_id, value] of Object.entries(answers)) await browser.put('/api/forms/answer', { token, version, question_id, value }).expect(200);
  await browser.post('/api/forms/complete', { token, version, signed_name: '+Nadia' }).expect(200);
  return (body as { id: string }).id;
}
