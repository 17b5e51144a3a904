import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Beginnings } from '../../../common/crypto/beginnings';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { Booking } from '../../bookings/booking.entity';
import type { Client } from '../../clients/client.entity';
import { isOfClient } from '../../clients/links/client-links.service';
import { nameOfClient } from '../../clients/persons/persons.service';
import { mapInTurns } from '../../../common/process/in-turns';
import { SESSION_NOTE_MARKING } from '../markings';
import { SESSION_NOTE_OWNER, SessionNote } from '../session-note.entity';
import { NOTE_BEGINNING, noteBeginningOf } from './note-beginning';

/** What a note says. */
export interface NoteTexts {
  title: string;
  content: string;
  tags: string[];
}

/** What a therapist decides about a note. */
export interface NoteFields extends NoteTexts, Pick<SessionNote, 'booking_id' | 'client_id' | 'is_client_visible' | 'is_private' | 'template'> {}

type PlainColumn = 'id' | 'therapist_id' | 'booking_id' | 'is_client_visible' | 'is_private' | 'template' | 'version' | 'signed_at' | 'created_at' | 'updated_at';

/** What is shown of a note beside its texts. */
export interface NoteFacts extends Pick<SessionNote, PlainColumn> {
  /** Its own, or else its appointment's. */
  client_id: string | null;
  client_name: string | null;
  starts_at: Date | null;
  timezone: string | null;
  service_name: string | null;
  /** Of its place in a list. */
  at: string;
}

type SealedTexts = Pick<SessionNote, 'title' | 'content' | 'tags'>;
type SealedRow = NoteFacts & SealedTexts & Pick<SessionNote, 'summary' | 'texts_mark'> & Marked;

/** A note, opened. */
export interface NoteRow extends NoteFacts, NoteTexts {
  summary: string | null;
  /** As the product wrote it. One that was changed in the table stays its therapist's, and leaves their hands no more: nobody knows what of it is private. */
  is_ours: boolean;
}

/** Whether only its therapist may read a note. */
export const isKept = ({ is_private, is_ours }: Pick<NoteRow, 'is_private' | 'is_ours'>): boolean => is_private || !is_ours;

/** One note with what only its own page shows. */
export interface WholeNoteRow extends NoteRow {
  signed_by: string | null;
  draft_saved_at: Date | null;
}

type TagRow = Pick<NoteFacts, 'id' | 'therapist_id' | 'client_id' | 'at'> & Pick<SessionNote, 'tags'>;

/** Where a note stands in the list. */
export interface NotePlace extends Pick<SessionNote, 'id'> {
  /** Another one when the note, or what was read of its files, has changed. */
  mark: string;
  at: string;
  bytes: number;
}

/** Texts to search in; undefined where they do not open. */
export interface OpenedTexts extends Pick<NotePlace, 'id' | 'mark'> {
  texts: NoteTexts | undefined;
}

export interface NoteFilter {
  clientId: string | undefined;
  bookingId: string | undefined;
  after: Keyset | undefined;
}

/** The appointment, where it is the therapist's. */
export const APPOINTMENT = 'left join bookings b on b.id = n.booking_id and b.therapist_id = n.therapist_id';
const CLIENT = 'coalesce(n.client_id, b.client_id)';
const CLIENT_NAME = `case when ${CLIENT} is not null then ${nameOfClient(CLIENT, 'n.therapist_id')} end`;
export const FACTS = `n.id, n.therapist_id, ${CLIENT} as client_id, n.booking_id, n.is_client_visible, n.is_private, n.template,
           n.version, n.signed_at, n.created_at, n.updated_at, ${CLIENT_NAME} as client_name, b.starts_at, b.timezone, b.service_name, ${keysetTime('n.created_at')} as at,
           n.texts_mark`;
const COLUMNS = `${FACTS}, n.title, n.content, n.summary, n.tags, ${SESSION_NOTE_MARKING.select('n')}`;
/** $1: the therapist, $2: a client, $3: an appointment, $4 and $5: keyset. */
export const chosenFrom = (joined: string): string => `from session_notes n ${APPOINTMENT} ${joined}
         where n.therapist_id = $1 and ($2::uuid is null or ${isOfClient(CLIENT, '$1', '$2')}) and ($3::uuid is null or n.booking_id = $3)
           and ($4::text is null or (n.created_at, n.id) < (${keysetMoment('$4')}, $5::uuid))
         order by n.created_at desc, n.id desc`;

const LIST = statement<SealedRow>('session-note-list', `select ${COLUMNS} ${chosenFrom('')} limit $6`);
const MARK = `n.version || coalesce(' ' || r.mark, '')`;
/** What was read of the files of the therapist's notes, and of which those are. $1: the therapist */
const readOf = (notes: string): string => `left join (select f.note_id, sum(hashtextextended(p.id::text || p.version, 0))::text as mark, sum(octet_length(coalesce(p.correction, p.text)))::int as bytes
             from session_note_files f join session_note_file_pages p on p.file_id = f.id where f.therapist_id = $1 ${notes} and p.text is not null group by f.note_id) r on r.note_id = n.id`;
const LIST_PLACES = statement<NotePlace>('session-note-places', `select n.id, ${MARK} as mark, octet_length(n.content) + coalesce(r.bytes, 0) as bytes, ${keysetTime('n.created_at')} as at
         ${chosenFrom(readOf(''))}`);
const LIST_WHOLE = statement<SealedRow>('session-notes-whole', `select ${COLUMNS} from session_notes n ${APPOINTMENT}
         where n.therapist_id = $1 and n.id = any($2::uuid[]) order by n.created_at desc, n.id desc`);
const TEXTS = statement<Pick<NoteFacts, 'id' | 'therapist_id' | 'client_id'> & Pick<NotePlace, 'mark'> & SealedTexts>('session-note-texts', `select n.id, n.therapist_id, ${CLIENT} as client_id, ${MARK} as mark, n.title, n.content, n.tags
         from session_notes n ${APPOINTMENT} ${readOf('and f.note_id = any($2::uuid[])')} where n.therapist_id = $1 and n.id = any($2::uuid[])`);
const TAGS = statement<TagRow>('session-note-tags', `select n.id, n.therapist_id, ${CLIENT} as client_id, n.tags, ${keysetTime('n.created_at')} as at from session_notes n ${APPOINTMENT}
         where n.therapist_id = $1 and n.tags is not null and ($2::text is null or (n.created_at, n.id) < (${keysetMoment('$2')}, $3::uuid))
         order by n.created_at desc, n.id desc limit $4`);
const TAGS_PER_PAGE = 500;
const FIND = statement<SealedRow & Pick<WholeNoteRow, 'signed_by' | 'draft_saved_at'>>('session-note', `select ${COLUMNS},
           case when n.signed_at is not null then coalesce(p.display_name, u.name) end as signed_by,
           (select d.saved_at from session_note_drafts d where d.note_id = n.id and d.therapist_id = n.therapist_id and d.fields is not null) as draft_saved_at
         from session_notes n ${APPOINTMENT}
         join users u on u.id = n.therapist_id
         left join therapist_profiles p on p.therapist_id = n.therapist_id
         where n.id = $1 and n.therapist_id = $2`);
const LAST = statement<SealedRow>('session-note-last', `select ${COLUMNS} from session_notes n ${APPOINTMENT}
         where n.therapist_id = $1 and ${CLIENT} = coalesce($2::uuid, (select a.client_id from bookings a where a.id = $3::uuid and a.therapist_id = $1))
           and n.id is distinct from $4::uuid and not n.is_private
         order by n.created_at desc, n.id desc limit 1`);
/** Who waited for another save finds that one's version, which the same statement would not. */
const LOCK = statement<Pick<SessionNote, 'id'>>('session-note-lock', 'select id from session_notes where id = $1 and therapist_id = $2 for update');
const COUNT = statement<{ notes: number }>('session-note-count', 'select count(*)::int as notes from session_notes where therapist_id = $1');
/** Held, so that the person does not become another one before the note is there. */
const BOOKING = statement<Pick<Booking, 'client_id'>>('session-note-booking', 'select client_id from bookings where id = $1 and therapist_id = $2 for share');
const PERSON = statement<Pick<Client, 'id'>>('session-note-person', `select c.id from clients c
         where c.id = $1 and exists (select from therapist_clients t where t.client_id = c.id and t.therapist_id = $2) for share`);

/** A therapist's notes, whose texts are sealed here. */
@Injectable()
export class NoteRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
    private readonly beginnings: Beginnings,
  ) {}

  /** Newest first. @param closed what stands in place of a text that does not open */
  async listNotes(therapistId: string, { clientId, bookingId, after }: NoteFilter, limit: number, closed: string): Promise<NoteRow[]> {
    const rows = await this.database.query(LIST, [therapistId, clientId ?? null, bookingId ?? null, after?.at ?? null, after?.id ?? null, limit]);
    return rows.map((row) => this.opened(row, closed));
  }

  /** Every note of the choice, newest first. */
  listPlaces(therapistId: string, { clientId, bookingId, after }: NoteFilter): Promise<NotePlace[]> {
    return this.database.query(LIST_PLACES, [therapistId, clientId ?? null, bookingId ?? null, after?.at ?? null, after?.id ?? null]);
  }

  /** These notes, newest first. */
  async listWhole(therapistId: string, ids: readonly string[], closed: string): Promise<NoteRow[]> {
    return (await this.database.query(LIST_WHOLE, [therapistId, ids])).map((row) => this.opened(row, closed));
  }

  /** What these notes say. */
  async listTexts(therapistId: string, ids: readonly string[]): Promise<OpenedTexts[]> {
    const rows = await this.database.query(TEXTS, [therapistId, ids]);
    return rows.map((row) => ({ id: row.id, mark: row.mark, texts: this.textsOf(row) }));
  }

  /** The tags of every note that has some, the newest note's first, some at a time: what others ask is answered in between. */
  async *listTags(therapistId: string): AsyncGenerator<string[]> {
    let last: { at: string; id: string } | undefined;
    do {
      const rows: TagRow[] = await this.database.query(TAGS, [therapistId, last?.at ?? null, last?.id ?? null, TAGS_PER_PAGE]);
      yield* await mapInTurns(rows, (row) => tagsFrom(row.tags && this.cipher.tryDecrypt(row.tags, SESSION_NOTE_OWNER.place('tags', row))));
      last = rows.length === TAGS_PER_PAGE ? rows.at(-1) : undefined;
    } while (last);
  }

  /** @returns undefined also for a foreign one; `texts` undefined where its row was changed in the table */
  async findNote(therapistId: string, id: string, on: Queryable = this.database): Promise<WholeNoteRow | 'closed' | undefined> {
    const [row] = await on.query(FIND, [id, therapistId]);
    if (!row) return undefined;
    return this.openedWhole(row) ?? 'closed';
  }

  /** Waits for other writers of it. */
  async lockNote(therapistId: string, id: string, on: Queryable): Promise<WholeNoteRow | 'closed' | undefined> {
    const [locked] = await on.query(LOCK, [id, therapistId]);
    return locked && this.findNote(therapistId, id, on);
  }

  /** The newest about a client, who can be known by an appointment; what is private is copied nowhere. */
  async findLast(therapistId: string, { clientId, bookingId, except }: { clientId: string | undefined; bookingId: string | undefined; except: string | undefined }): Promise<NoteRow | undefined> {
    const [row] = await this.database.query(LAST, [therapistId, clientId ?? null, bookingId ?? null, except ?? null]);
    return row && this.openedWhole(row);
  }

  async countNotes(therapistId: string, on: Queryable = this.database): Promise<number> {
    const [row] = await on.query(COUNT, [therapistId]);
    return row?.notes ?? 0;
  }

  /** Whose an appointment of the therapist is; it and they stay so until the transaction ends. */
  async findClientOfBooking(therapistId: string, bookingId: string, on: Queryable): Promise<string | undefined> {
    const [row] = await on.query(BOOKING, [bookingId, therapistId]);
    return row?.client_id;
  }

  /** Whether somebody is a client of the therapist; they stay one until the transaction ends. */
  async isClient(therapistId: string, clientId: string, on: Queryable): Promise<boolean> {
    return (await on.query(PERSON, [clientId, therapistId])).length > 0;
  }

  async insertNote(note: Pick<SessionNote, 'id' | 'therapist_id' | 'created_at'>, fields: NoteFields, on: Queryable): Promise<void> {
    await on.manager.insert(SessionNote, { ...note, ...this.sealed(note, fields, null), version: 1, history_from: 1, updated_at: note.created_at });
    await this.marks.renew(SESSION_NOTE_MARKING, [note.id], on);
  }

  /** Sealed anew for whom it is about now, the accepted summary as well. */
  async updateNote(before: NoteRow, fields: NoteFields, version: number, at: Date, on: Queryable): Promise<void> {
    await this.change(before, { ...this.sealed(before, fields, before.summary), version, updated_at: at }, on);
  }

  /** What the therapist accepted. It is none of the texts that are signed, nor another version of them. */
  async setSummary(note: NoteRow, summary: string, on: Queryable): Promise<void> {
    const sealed = this.cipher.encrypt(summary, SESSION_NOTE_OWNER.place('summary', note));
    await this.change(note, { summary: sealed, ...this.beginningOf(note, note, summary) }, on);
  }

  /** @param signedAt null unlocks */
  async setSigned(note: NoteRow, signedAt: Date | null, version: number, at: Date, on: Queryable): Promise<void> {
    await this.change(note, { signed_at: signedAt, version, updated_at: at }, on);
  }

  async setVersion(note: NoteRow, version: number, at: Date, on: Queryable): Promise<void> {
    await this.change(note, { version, updated_at: at }, on);
  }

  /** With its history and its draft. @returns false for one that is signed */
  async deleteNote(therapistId: string, id: string, on: Queryable): Promise<boolean> {
    return (await on.manager.delete(SessionNote, { id, therapist_id: therapistId, signed_at: IsNull() })).affected === 1;
  }

  /** Of one that somebody changed in the table, what they did is not vouched for. */
  private async change({ id, therapist_id, is_ours }: NoteRow, values: Partial<SessionNote>, on: Queryable): Promise<void> {
    await on.manager.update(SessionNote, { id, therapist_id }, values);
    if (is_ours) await this.marks.renew(SESSION_NOTE_MARKING, [id], on);
  }

  private sealed({ id, therapist_id }: Pick<SessionNote, 'id' | 'therapist_id'>, { title, content, tags, ...plain }: NoteFields, summary: string | null) {
    const owned = { id, therapist_id, client_id: plain.client_id };
    const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, SESSION_NOTE_OWNER.place(column, owned));
    return {
      ...plain,
      title: seal('title', title),
      content: seal('content', content),
      tags: tags.length > 0 ? seal('tags', JSON.stringify(tags)) : null,
      summary: summary === null ? null : seal('summary', summary),
      ...this.beginningOf(owned, { title, content, tags }, summary),
    };
  }

  /** With the mark of the texts, which it opens with alone. */
  private beginningOf(note: Pick<SessionNote, 'id' | 'therapist_id' | 'client_id'>, texts: NoteTexts, summary: string | null): Pick<SessionNote, 'texts_mark' | 'beginning'> {
    const texts_mark = this.textsMarkOf(note.id, texts, summary);
    return { texts_mark, beginning: this.beginnings.seal(NOTE_BEGINNING, { ...note, texts_mark }, noteBeginningOf({ ...texts, summary })) };
  }

  private textsMarkOf(id: string, { title, content, tags }: NoteTexts, summary: string | null): Buffer {
    return this.marks.textsMarkOf(SESSION_NOTE_MARKING, id, [title, content, tags.length > 0 ? JSON.stringify(tags) : null, summary]);
  }

  private opened(row: SealedRow, closed: string): NoteRow {
    return this.openedWhole(row) ?? { ...row, title: closed, content: '', tags: [], summary: this.summaryOf(row), is_ours: false };
  }

  /** @returns undefined where a text does not open, or is an earlier one that was put back */
  private openedWhole<Row extends SealedRow>(row: Row): (Omit<Row, keyof SealedTexts | 'summary'> & NoteTexts & Pick<NoteRow, 'summary' | 'is_ours'>) | undefined {
    const texts = this.textsOf(row);
    const summary = this.summaryOf(row);
    if (!texts || (row.texts_mark !== null && !equalInConstantTime(row.texts_mark, this.textsMarkOf(row.id, texts, summary)))) return undefined;
    return { ...row, ...texts, summary, is_ours: this.marks.isOurs(SESSION_NOTE_MARKING, row) };
  }

  private textsOf(row: Pick<NoteFacts, 'id' | 'therapist_id' | 'client_id'> & SealedTexts): NoteTexts | undefined {
    // Made once: of a thousand notes it is a good part of the whole.
    const place = SESSION_NOTE_OWNER.place('title', row);
    const open = (column: keyof SealedTexts, value: Buffer): string | undefined => this.cipher.tryDecrypt(value, { ...place, column });
    const title = open('title', row.title);
    const content = title === undefined ? undefined : open('content', row.content);
    if (title === undefined || content === undefined) return undefined;
    return { title, content, tags: tagsFrom(row.tags && open('tags', row.tags)) };
  }

  private summaryOf(row: SealedRow): string | null {
    return (row.summary && this.cipher.tryDecrypt(row.summary, SESSION_NOTE_OWNER.place('summary', row))) ?? null;
  }
}

/** What is in the column, opened. */
export function tagsFrom(text: string | null | undefined): string[] {
  return text ? (JSON.parse(text) as string[]) : [];
}
