import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { markRows, sealInto } from './sealed-values';
import { TestApp } from './test-app';

export interface NoteFacts {
  therapistId: string;
  clientId?: string;
  bookingId?: string;
  title?: string;
  content?: string;
  summary?: string;
  visible?: boolean;
}

/** Stores a session note as a therapist's pages will. */
export async function addNote(test: TestApp, note: NoteFacts): Promise<string> {
  const id = newId();
  await test.database.query(
    `insert into session_notes (id, therapist_id, client_id, booking_id, title, content, is_client_visible, created_at, updated_at)
     values ($1, $2, $3, $4, '', '', $5, $6, $6)`,
    [
      id,
      note.therapistId,
      note.clientId ?? null,
      note.bookingId ?? null,
      note.visible ?? true,
      test.clock.now(),
    ],
  );
  const texts = { title: note.title ?? 'A title', content: note.content ?? 'What was said.', summary: note.summary ?? null };
  await sealInto(test.database, test.app.get(ColumnCipher), 'session_notes', id, texts);
  await markRows(test, 'session_notes', 'id = $1', [id]);
  return id;
}

/** Stores a care plan. */
export async function addPlan(test: TestApp, plan: { therapistId: string; clientId: string; title?: string; published?: boolean }): Promise<string> {
  const id = newId();
  await test.database.query(
    `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, follow_up_date, published_at, created_at, updated_at)
     values ($1, $2, $3, '', '', '', '2027-01-04', $4, $5, $5)`,
    [
      id,
      plan.therapistId,
      plan.clientId,
      plan.published === false ? null : test.clock.now(),
      test.clock.now(),
    ],
  );
  const texts = { title: plan.title ?? 'Evenings', description: 'A small plan.', recommended_actions: JSON.stringify(['Walk', 'Write']) };
  await sealInto(test.database, test.app.get(ColumnCipher), 'care_plans', id, texts);
  await markRows(test, 'care_plans', 'id = $1', [id]);
  return id;
}

/** Another record of a therapist's client, as their booking under another address makes it; merged, if that is wanted. @returns its id */
export async function addOtherRecord(test: TestApp, therapistId: string, clientId: string, isMerged: boolean): Promise<string> {
  const id = newId();
  await test.database.query(`insert into clients (id, email, name) values ($1, $2, 'Other Record')`, [id, `${id}@example.org`]);
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapistId, id]);
  if (isMerged) await test.database.query('insert into client_links (therapist_id, client_id, into_client_id, linked_at) values ($1, $2, $3, $4)', [therapistId, id, clientId, test.clock.now()]);
  return id;
}

/** The person behind an address, as bookings know them. */
export async function personOf(test: TestApp, email: string): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('select id from clients where email = $1 order by by_address', [email]);
  if (!row) throw new Error('no such person');
  return row.id;
}
