import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { previewOf } from '../notes/note-limits';
import type { NoteFields } from '../notes/note.repository';
import { NOTE_DRAFT_OWNER, SessionNoteDraft } from '../session-note.entity';

/** What an editor holds. */
export interface DraftFields extends NoteFields {
  base_version: number | null;
}

/** Of a note that is there, or under an id that the editor made. */
export type DraftKey = { noteId: string } | { draftId: string };

export interface DraftRow extends Pick<SessionNoteDraft, 'id' | 'draft_id' | 'saved_at' | 'expires_at'> {
  fields: DraftFields;
}

/** What a list shows of one. */
type Shown = Pick<DraftFields, 'title' | 'booking_id' | 'client_id'> & { preview: string };
export type DraftBeginning = Shown & Pick<SessionNoteDraft, 'draft_id' | 'saved_at'>;

type Row = Pick<SessionNoteDraft, 'id' | 'therapist_id' | 'note_id' | 'draft_id' | 'fields' | 'saved_at' | 'expires_at'>;

const COLUMNS = 'd.id, d.therapist_id, d.note_id, d.draft_id, d.fields, d.saved_at, d.expires_at';
const OF_KEY = 'd.therapist_id = $1 and (d.note_id = $2::uuid or d.draft_id = $3::uuid)';
const FIND = statement<Row>('session-note-draft', `select ${COLUMNS} from session_note_drafts d where ${OF_KEY} and d.fields is not null and d.expires_at > $4`);
const LOCK = statement<Pick<Row, 'id' | 'saved_at'> & { closed: boolean }>('session-note-draft-lock', `select d.id, d.saved_at, d.fields is null as closed from session_note_drafts d where ${OF_KEY} for update`);
const LIST_NEW = statement<Row & Pick<SessionNoteDraft, 'beginning'>>('session-note-drafts-new', `select d.id, d.therapist_id, d.note_id, d.draft_id, d.beginning,
           case when d.beginning is null then d.fields end as fields, d.saved_at, d.expires_at from session_note_drafts d
         where d.therapist_id = $1 and d.draft_id is not null and d.fields is not null and d.expires_at > $2 order by d.saved_at desc, d.id desc limit $3`);
const COUNT = statement<{ drafts: number }>('session-note-drafts-count', 'select count(*)::int as drafts from session_note_drafts where therapist_id = $1 and fields is not null and expires_at > $2');
const INSERT = statement<Pick<Row, 'id'>>('session-note-draft-insert', `insert into session_note_drafts (id, therapist_id, note_id, draft_id, fields, beginning, saved_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`);
const UPDATE = statement('session-note-draft-update', 'update session_note_drafts set fields = $2, beginning = $3, saved_at = $4, expires_at = $5 where id = $1');
const CLOSE = statement('session-note-draft-close', `insert into session_note_drafts (id, therapist_id, draft_id, saved_at, expires_at) values ($1, $2, $3, $4, $5)
         on conflict (therapist_id, draft_id) do update set fields = null, beginning = null, saved_at = excluded.saved_at, expires_at = excluded.expires_at`);

/** An autosave that was under way when its draft was closed has come by then. */
const CLOSED_MS = 24 * 3_600_000;

/** What editors hold, sealed as a whole. */
@Injectable()
export class NoteDraftRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async findDraft(therapistId: string, key: DraftKey, now: Date): Promise<DraftRow | undefined> {
    const [row] = await this.database.query(FIND, [therapistId, ...idsOf(key), now]);
    return row && this.opened(row);
  }

  /** Waits for other writers of it. */
  async lockDraft(therapistId: string, key: DraftKey, on: Queryable): Promise<{ id: string; saved_at: Date; closed: boolean } | undefined> {
    const [row] = await on.query(LOCK, [therapistId, ...idsOf(key)]);
    return row;
  }

  /** Of notes that were never saved, newest first. */
  async listNew(therapistId: string, now: Date, atMost: number): Promise<DraftBeginning[]> {
    const rows = await this.database.query(LIST_NEW, [therapistId, now, atMost]);
    return rows.flatMap(({ beginning, ...row }) => {
      const text = beginning && this.cipher.tryDecrypt(beginning, NOTE_DRAFT_OWNER.place('beginning', row));
      const whole = beginning ? undefined : this.opened(row);
      const shown = text ? (JSON.parse(text) as Shown) : whole && beginningOf(whole.fields);
      return shown ? { ...shown, draft_id: row.draft_id, saved_at: row.saved_at } : [];
    });
  }

  async countDrafts(therapistId: string, now: Date, on: Queryable): Promise<number> {
    const [row] = await on.query(COUNT, [therapistId, now]);
    return row?.drafts ?? 0;
  }

  /** @returns false when somebody else wrote the first one meanwhile */
  async insertDraft(therapistId: string, key: DraftKey, fields: DraftFields, times: { savedAt: Date; expiresAt: Date }, on: Queryable): Promise<boolean> {
    const id = newId();
    const sealed = this.seal({ id, therapistId, key }, fields);
    return (await on.query(INSERT, [id, therapistId, ...idsOf(key), ...sealed, times.savedAt, times.expiresAt])).length > 0;
  }

  async updateDraft(of: { id: string; therapistId: string; key: DraftKey }, fields: DraftFields, times: { savedAt: Date; expiresAt: Date }, on: Queryable): Promise<void> {
    await on.query(UPDATE, [of.id, ...this.seal(of, fields), times.savedAt, times.expiresAt]);
  }

  /** It holds nothing any more, and takes nothing that comes late. */
  async closeDraft(therapistId: string, draftId: string, now: Date, on: Queryable): Promise<void> {
    await on.query(CLOSE, [newId(), therapistId, draftId, now, new Date(now.getTime() + CLOSED_MS)]);
  }

  /** @returns whether there was one */
  async deleteOfNote(therapistId: string, noteId: string, on: Queryable): Promise<boolean> {
    const { affected } = await on.manager.delete(SessionNoteDraft, { therapist_id: therapistId, note_id: noteId });
    return (affected ?? 0) > 0;
  }

  /** @returns how many */
  async deleteExpired(now: Date): Promise<number> {
    const { affected } = await this.database.manager.delete(SessionNoteDraft, { expires_at: LessThan(now) });
    return affected ?? 0;
  }

  private seal({ id, therapistId, key }: { id: string; therapistId: string; key: DraftKey }, fields: DraftFields): [fields: Buffer, beginning: Buffer] {
    const [note_id, draft_id] = idsOf(key);
    const seal = (column: string, value: object): Buffer =>
      this.cipher.encrypt(JSON.stringify(value), NOTE_DRAFT_OWNER.place(column, { id, therapist_id: therapistId, note_id, draft_id }));
    return [seal('fields', fields), seal('beginning', beginningOf(fields))];
  }

  /** @returns undefined where it does not open: the row was changed in the table */
  private opened(row: Row): DraftRow | undefined {
    const text = row.fields && this.cipher.tryDecrypt(row.fields, NOTE_DRAFT_OWNER.place('fields', row));
    if (!text) return undefined;
    const { id, draft_id, saved_at, expires_at } = row;
    return { id, draft_id, saved_at, expires_at, fields: JSON.parse(text) as DraftFields };
  }
}

function beginningOf({ title, content, booking_id, client_id }: DraftFields): Shown {
  return { title, preview: previewOf(content), booking_id, client_id };
}

function idsOf(key: DraftKey): [noteId: string | null, draftId: string | null] {
  return 'noteId' in key ? [key.noteId, null] : [null, key.draftId];
}
