import { DataSource } from 'typeorm';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { ownerText, sealedColumns } from '../../src/common/crypto/sealed';
import { newId } from '../../src/common/database/database';
import { RepeatGuard } from '../../src/common/idempotency/repeat-guard';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { Works } from '../../src/common/work/work';
import { SecondFactorRepository } from '../../src/modules/auth/second-factor/second-factor.repository';
import { addForm, question } from './intake-forms';
import { writeBooking } from './notifications-bookings';
import { sealInto } from './sealed-values';
import { TestApp } from './test-app';

/** What stands, encrypted, in a column of the rows below. */
export const canary = (table: string, column: string): string => `canary ${table} ${column}`;

/** A row of every table with encrypted columns, with a canary in each of them; bookings as many as asked for. */
export async function fillSealedTables(test: TestApp, bookings = 1): Promise<void> {
  const { database } = test;
  const cipher = test.app.get(ColumnCipher);
  const sealed = (table: string, column: string, rowId: string): Buffer => cipher.encrypt(canary(table, column), { table, column, rowId });
  const canaries = (table: string, columns: readonly string[]): Record<string, string> => Object.fromEntries(columns.map((column) => [column, canary(table, column)]));
  const written = [];
  for (let index = 0; index < bookings; index += 1) {
    const booking = await writeBooking({ database, cipher, outbox: new Outbox() }, new Date(Date.UTC(2026, 11, 1, index)).toISOString());
    await sealInto(database, cipher, 'bookings', booking.id, canaries('bookings', ['notes', 'manage_token', 'word']));
    written.push(booking.id);
  }
  const [of] = await database.query<{ therapist_id: string; client_id: string; service_id: string }>('select therapist_id, client_id, service_id from bookings where id = $1', [written[0]]);
  if (!of) throw new Error('no booking');
  const user = newId();
  await database.query(`insert into users (id, user_type, email, name) values ($1, 'client', $2, 'Kim')`, [user, `${user}@example.org`]);
  const row = async (table: string, values: Record<string, unknown>, columns: readonly string[], id = newId()): Promise<void> => {
    const all = { id, ...values, ...Object.fromEntries(columns.map((column) => [column, sealed(table, column, id)])) } as Record<string, unknown>;
    if (['calendar_connections', 'calendar_readings', 'calendar_feeds', 'client_accounts', 'google_pictures', 'session_note_keys'].includes(table)) delete all['id'];
    const names = Object.keys(all);
    await database.query(`insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`, Object.values(all));
    if (sealedColumns().some(({ owner }) => owner?.table === table)) await sealInto(database, cipher, table, id, canaries(table, columns));
  };
  const now = new Date();
  const hash = Buffer.alloc(32);
  const { therapist_id, client_id, service_id } = of;
  await row('booking_holds', { therapist_id, service_id, starts_at: now, ends_at: new Date(now.getTime() + 1), code_hash: hash, tries_left: 1, connection_hash: hash, created_at: now, code_sent_at: now, expires_at: now }, ['request', 'mail_secret', 'answer']);
  const note_id = newId();
  await row('session_notes', { therapist_id, client_id, created_at: now, updated_at: now }, ['title', 'content', 'summary', 'tags', 'beginning'], note_id);
  const version = { note_id, actor_id: therapist_id, is_client_visible: false, is_private: false, created_at: now };
  await row('session_note_versions', { ...version, version: 1, kind: 'created' }, ['title', 'content', 'tags']);
  await row('session_note_versions', { ...version, version: 2, kind: 'amended' }, ['remark']);
  await row('session_note_drafts', { therapist_id, note_id, saved_at: now, expires_at: now }, ['fields', 'beginning']);
  await row('session_note_keys', { note_id, therapist_id }, ['wrapped_key'], note_id);
  const file_id = newId();
  await row('session_note_files', { note_id, therapist_id, file_type: 'image', media_type: 'image/png', file_size: 1, storage_key: 'f'.repeat(64), processing_status: 'processing', created_at: now, updated_at: now }, ['filename'], file_id);
  await row('session_note_file_pages', { file_id, page: 1, tries: 1, engine: 'tesseract', read_at: now, corrected_at: now }, ['text', 'unsure', 'correction']);
  // Last: a signed note takes nothing any more but what is sealed anew.
  await database.query('update session_notes set signed_at = $2 where id = $1', [note_id, now]);
  await row('session_note_analyses', { note_id, therapist_id, state: 'done', engine: 'rules', note_version: 1, accepted_at: now, created_at: now }, ['result', 'summary']);
  await row('care_plans', { therapist_id, client_id, created_at: now, updated_at: now }, ['title', 'description', 'recommended_actions', 'goals', 'beginning']);
  await row('client_records', { therapist_id, client_id, version: 1, updated_at: now }, ['remark']);
  await row('waiting_requests', { therapist_id, service_id, address_hash: hash, token_hash: Buffer.from(newId()), created_at: now, expires_at: now }, ['details', 'token']);
  await row('time_off', { therapist_id, kind: 'holiday', first_date: '2031-05-01', last_date: '2031-05-01', created_at: now, updated_at: now }, ['name']);
  await row('calendar_connections', { therapist_id, generation: newId(), account_key: Buffer.from(newId()), state: 'ok', titles: 'plain', meet_links: false, connected_at: now, failed_syncs: 0 }, ['account', 'refresh_token'], therapist_id);
  const source_id = newId();
  await row('calendar_sources', { therapist_id, calendar_key: Buffer.from(newId()), timezone: 'UTC', is_primary: true, writable: true, blocks: false, takes_appointments: false }, ['calendar', 'name', 'sync_token'], source_id);
  const none = { event_keys: [], starts_at: [], ends_at: [], awaited_events: [], awaited_etags: [] };
  await row('calendar_readings', { therapist_id, source_id, pages: 1, blocks: true, takes_appointments: false, began_at: now, ...none }, ['page'], therapist_id);
  await row('calendar_feeds', { therapist_id, token_digest: Buffer.from(newId()), created_at: now }, ['token'], therapist_id);
  await row('foreign_feeds', { therapist_id, failures: 0, turn: 0, due_at: now, created_at: now }, ['address', 'validators']);
  await row('client_accounts', { client_id: user, registered_at: now }, ['date_of_birth'], user);
  await row('address_changes', { user_id: user, old_email: 'a@example.org', new_email: 'b@example.org', requested_at: now, mark: hash }, ['object_token']);
  await row('account_notices', { kind: 'account_closed', created_at: now }, ['told']);
  await row('sign_in_codes', { purpose: 'sign_in', address_hash: hash, browser_hash: hash, code_hash: hash, link_hash: Buffer.from(newId()), tries_left: 1, created_at: now, expires_at: now, mark: hash }, ['mail_secret']);
  await row('google_pictures', { user_id: user, told_at: now }, ['url'], user);
  const form_id = await addForm(test, therapist_id, [question('q_a')]);
  const [formVersion] = await database.query<{ id: string }>('select id from intake_form_versions where form_id = $1', [form_id]);
  const request_id = newId();
  const asked = { therapist_id, client_id, form_id, version_id: formVersion?.id, token_hash: Buffer.from(request_id), created_at: now, expires_at: now, completed_at: now };
  await row('intake_requests', asked, ['token', 'signed_name'], request_id);
  await row('intake_answers', { request_id, question_id: 'q_a', answered_at: now }, ['value']);
  await row('intake_codes', { request_id, browser_hash: hash, code_hash: hash, tries_left: 1, created_at: now, expires_at: now }, ['mail_secret']);
  const asked_at = { created_at: now, expires_at: now };
  const consent_id = newId();
  await row('meeting_consents', { therapist_id, client_id, text_version: '2026-11', text_hash: hash, token_hash: Buffer.from(newId()), needs_own_click: true, ...asked_at }, ['token', 'meeting_url'], consent_id);
  const session_id = newId();
  const session = [session_id, therapist_id, consent_id, now];
  await database.query(
    `insert into meeting_sessions (id, therapist_id, consent_id, route, quality, planned_minutes, real_time_notes, post_analysis, phase, fence, heartbeat_at, created_at)
       values ($1, $2, $3, 'device', 'low', 60, true, true, 'joining', 1, $4, $4)`,
    session,
  );
  await row('meeting_session_keys', { therapist_id }, ['wrapped_key'], session_id);
  await database.query(`insert into meeting_transcripts (id, therapist_id, state, fence, worked_at, created_at) values ($1, $2, 'done', 1, $3, $3)`, [session_id, therapist_id, now]);
  await row('meeting_transcript_lines', { session_id, therapist_id, seq: 1, stretch: 1, start_ms: 0, end_ms: 1 }, ['text', 'original']);
  await row('meeting_analyses', { therapist_id, state: 'done', engine: 'rules', fence: 1, created_at: now }, ['result'], session_id);
  const [admin] = await database.query<{ id: string }>('select id from administrators limit 1');
  await row('break_glass_grants', { admin_id: admin?.id, client_id, created_at: now, expires_at: now }, ['reason']);
  // Bound to something else than the row's id: as the product writes them.
  await test.app.get(SecondFactorRepository, { strict: false }).keepDraft({ kind: 'user', id: user }, canary('second_factors', 'secret'));
  const repeat = test.app.get(RepeatGuard).of<{ said: string }>('test', `key-${newId()}`, {});
  await test.app.get(Works).begin(SYSTEM_ACTOR, async (work) => repeat?.remember(work, { said: canary('idempotency_keys', 'answer') }));
}

/** How many canaries open with these keys, by `table.column`, and how many do not. */
export async function openedCanaries(test: TestApp, cipher: ColumnCipher): Promise<{ opened: Record<string, number>; closed: number }> {
  const source = test.app.get(DataSource);
  const opened: Record<string, number> = {};
  let closed = 0;
  for (const { entity, column, row, owner: ownedBy } of sealedColumns()) {
    const { tableName: table, primaryColumns } = source.getMetadata(entity);
    const key = row ?? primaryColumns[0]?.databaseName ?? '';
    const rowId = key === 'scope_hash' ? `encode(${key}, 'hex')` : `${key}::text`;
    const rows = await test.database.query<{ id: string; value: Buffer; owner: string[] | null }>(
      `select ${rowId} as id, ${column} as value, ${ownedBy?.sql ?? 'null::text[]'} as owner from ${table} where octet_length(${column}) > 0`,
    );
    for (const { id, value, owner } of rows) {
      try {
        if (cipher.decrypt(value, { table, column, rowId: id, ...(owner && { owner: ownerText(owner) }) }).includes(canary(table, column))) opened[`${table}.${column}`] = (opened[`${table}.${column}`] ?? 0) + 1;
      } catch {
        closed += 1;
      }
    }
  }
  return { opened, closed };
}
