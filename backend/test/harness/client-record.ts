import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
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
  const seal = (column: string, text: string): Buffer => test.app.get(ColumnCipher).encrypt(text, { table: 'session_notes', column, rowId: id });
  await test.database.query(
    `insert into session_notes (id, therapist_id, client_id, booking_id, title, content, summary, is_client_visible, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      note.therapistId,
      note.clientId ?? null,
      note.bookingId ?? null,
      seal('title', note.title ?? 'A title'),
      seal('content', note.content ?? 'What was said.'),
      note.summary ? seal('summary', note.summary) : null,
      note.visible ?? true,
      test.clock.now(),
    ],
  );
  return id;
}

/** Stores a care plan. */
export async function addPlan(test: TestApp, plan: { therapistId: string; clientId: string; title?: string; published?: boolean }): Promise<string> {
  const id = newId();
  const seal = (column: string, text: string): Buffer => test.app.get(ColumnCipher).encrypt(text, { table: 'care_plans', column, rowId: id });
  await test.database.query(
    `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, follow_up_date, published_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, '2027-01-04', $7, $8, $8)`,
    [
      id,
      plan.therapistId,
      plan.clientId,
      seal('title', plan.title ?? 'Evenings'),
      seal('description', 'A small plan.'),
      seal('recommended_actions', JSON.stringify(['Walk', 'Write'])),
      plan.published === false ? null : test.clock.now(),
      test.clock.now(),
    ],
  );
  return id;
}

/** The person behind an address, as bookings know them. */
export async function personOf(test: TestApp, email: string): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('select id from clients where email = $1', [email]);
  if (!row) throw new Error('no such person');
  return row.id;
}
