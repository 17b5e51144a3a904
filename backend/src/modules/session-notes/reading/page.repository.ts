import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import type { InLine } from '../../../common/jobs/turns';
import { isSettled, SETTLED_BY_NOW } from '../../../common/limits/settled-practices';
import { mapInTurns } from '../../../common/process/in-turns';
import type { PageText, UnsureWord } from '../../../integrations/ocr/page-text';
import { SessionNoteFile } from '../files/file.entity';
import { SESSION_NOTE_MARKING } from '../markings';
import { NOTE_PAGE_OWNER, SessionNoteFilePage } from './page.entity';
import { cutTo, roomIn } from './text-room';

/** A file whose turn it is. */
export interface FileToRead extends Pick<SessionNoteFile, 'id' | 'note_id' | 'therapist_id' | 'media_type' | 'storage_key' | 'processing_status' | 'page_count'> {
  is_private: boolean;
  pages_read: number;
  /** The first page that is not read; more than there are when all are. */
  next_page: number;
}

type PlainColumn = 'id' | 'file_id' | 'page' | 'engine' | 'instead_of_vision' | 'confidence' | 'is_cut' | 'version' | 'read_at' | 'corrected_at';

/** A page that was read, opened. */
export interface PageRow extends Pick<SessionNoteFilePage, PlainColumn> {
  /** What the engine read; undefined where it does not open. */
  text: string | undefined;
  unsure: UnsureWord[];
  correction: string | null;
}

type Texts = Pick<SessionNoteFilePage, 'text' | 'unsure' | 'correction'>;
interface Owner {
  note_id: string;
  therapist_id: string;
}
type SealedRow = Pick<SessionNoteFilePage, PlainColumn> & Texts & Owner;

/** Which page is meant, and by whom. */
export interface PagePlace {
  therapistId: string;
  noteId: string;
  fileId: string;
  page: number;
}

/** Which file of which note a page is of, for those who change it. */
export interface OwnedPage extends PageRow, Owner {
  client_id: string | null;
  signed_at: Date | null;
}

const TEXTS = 'p.text, p.unsure, p.correction';
const COLUMNS = `p.id, p.file_id, f.note_id, f.therapist_id, p.page, p.engine, p.instead_of_vision, p.confidence, ${TEXTS}, p.is_cut, p.version, p.read_at, p.corrected_at`;
const PAGES = 'session_note_file_pages p join session_note_files f on f.id = p.file_id';
const FIND_FILE = statement<FileToRead & Marked>('note-file-to-read', `select f.id, f.note_id, f.therapist_id, f.media_type, f.storage_key, f.processing_status, f.page_count, n.is_private, ${SESSION_NOTE_MARKING.select('n')},
           (select count(*)::int from session_note_file_pages p where p.file_id = f.id and p.text is not null) as pages_read,
           (select min(g.page)::int from generate_series(1, coalesce(f.page_count, 1) + 1) as g (page)
             where not exists (select from session_note_file_pages p where p.file_id = f.id and p.page = g.page and p.text is not null)) as next_page
         from session_note_files f join session_notes n on n.id = f.note_id where f.id = $1`);
const MAY_LEAVE = statement<Marked>('note-file-may-leave', `select ${SESSION_NOTE_MARKING.select('n')} from session_note_files f join session_notes n on n.id = f.note_id where f.id = $1 and not n.is_private`);
/** Nothing for a file that is gone. */
const BEGIN = statement<Pick<SessionNoteFilePage, 'tries'>>('note-page-begin', `insert into session_note_file_pages (id, file_id, page, tries)
         select $1, f.id, $3, 1 from session_note_files f where f.id = $2
         on conflict (file_id, page) do update set tries = session_note_file_pages.tries + 1 returning tries`);
const UNREAD = statement<Pick<SessionNoteFilePage, 'id'>>('note-page-unread', `select p.id from session_note_file_pages p join session_note_files f on f.id = p.file_id
         where p.file_id = $1 and p.page = $2 and p.text is null for update`);
const SET_COUNT = statement('note-file-pages-known', 'update session_note_files set page_count = $2, updated_at = $3 where id = $1');
const END = statement<Pick<SessionNoteFile, 'id'>>('note-file-read', `update session_note_files set processing_status = $2, error_reason = $3, updated_at = $4
         where id = $1 and processing_status = 'processing' returning id`);
const FORGET_TRIES = statement('note-pages-forget-tries', 'delete from session_note_file_pages where file_id = $1 and text is null');
const OF_FILE = statement<SealedRow>('note-pages-of-file', `select ${COLUMNS} from ${PAGES} where p.file_id = $1 and f.note_id = $2 and f.therapist_id = $3 and p.text is not null order by p.page`);
/** Without what only the page's own screen shows. */
const OF_NOTES = statement<SealedRow>('note-pages-of-notes', `select ${COLUMNS.replace('p.unsure', 'null::bytea as unsure')} from ${PAGES}
         where f.note_id = any($1::uuid[]) and f.therapist_id = $2 and p.text is not null order by f.created_at, f.id, p.page`);
const WAITING = statement<InLine>('note-files-waiting', `select whose::text, ${isSettled('whose', SETTLED_BY_NOW)} as goes_first
         from (select distinct therapist_id as whose from session_note_files where processing_status = 'processing') t`);
/** The first pages of each file, until there is enough of them. */
const BEGINNINGS = statement<SealedRow & { pages_read: number }>('note-pages-beginnings', `select ${COLUMNS.replace('p.unsure', 'null::bytea as unsure')}, x.pages_read
         from (select q.id, count(*) over (partition by q.file_id)::int as pages_read,
             sum(octet_length(coalesce(q.correction, q.text))) over (partition by q.file_id order by q.page rows between unbounded preceding and 1 preceding) as before
           from session_note_file_pages q join session_note_files g on g.id = q.file_id where g.note_id = $1 and g.therapist_id = $2 and q.text is not null) x
         join session_note_file_pages p on p.id = x.id join session_note_files f on f.id = p.file_id
         where coalesce(x.before, 0) < $3 order by f.created_at, f.id, p.page`);
const USED = statement<{ of_file: number; of_note: number }>('note-pages-used', `select coalesce(sum(octet_length(p.text)) filter (where f.id = $1), 0)::int as of_file, coalesce(sum(octet_length(p.text)), 0)::int as of_note
         from ${PAGES} where f.note_id = $2 and f.therapist_id = $3 and p.text is not null`);
const CORRECTED = statement<{ of_file: number; of_note: number }>('note-pages-corrected', `select coalesce(sum(octet_length(p.correction)) filter (where f.id = $1), 0)::int as of_file, coalesce(sum(octet_length(p.correction)), 0)::int as of_note
         from ${PAGES} where f.note_id = $2 and f.therapist_id = $3 and p.id <> $4 and p.correction is not null`);
/** Whoever signs the note meanwhile is waited for, and seen by the statement after this one. */
const LOCK_NOTE = statement('note-page-lock-note', 'select from session_notes where id = $1 and therapist_id = $2 for share');
const LOCK = statement<SealedRow & Pick<OwnedPage, 'client_id' | 'signed_at'>>('note-page-lock', `select ${COLUMNS}, n.signed_at, coalesce(n.client_id, b.client_id) as client_id
         from ${PAGES} join session_notes n on n.id = f.note_id and n.therapist_id = f.therapist_id left join bookings b on b.id = n.booking_id and b.therapist_id = n.therapist_id
         where p.file_id = $1 and p.page = $2 and f.note_id = $3 and f.therapist_id = $4 and p.text is not null for update of p`);

/** What is read of files, page by page; the texts are sealed here. */
@Injectable()
export class NotePageRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  async findFile(fileId: string): Promise<FileToRead | undefined> {
    const [file] = await this.database.query(FIND_FILE, [fileId]);
    // Of a note that was changed in the table nobody knows whether it is private.
    return file && { ...file, is_private: file.is_private || !this.marks.isOurs(SESSION_NOTE_MARKING, file) };
  }

  /** Whose files are to be read: those of practices that are here for long go before those of others, which anybody makes. */
  listWaiting(): Promise<InLine[]> {
    return this.database.query(WAITING, []);
  }

  /** Whether the file is there, of a note that is not private. */
  async mayLeave(fileId: string): Promise<boolean> {
    return (await this.database.query(MAY_LEAVE, [fileId])).some((note) => this.marks.isOurs(SESSION_NOTE_MARKING, note));
  }

  /** Counts a try. @returns undefined when the file is gone */
  async beginPage(fileId: string, page: number): Promise<number | undefined> {
    const [row] = await this.database.query(BEGIN, [newId(), fileId, page]);
    return row?.tries;
  }

  /** The first reading that comes to its end stays. */
  async savePage({ id: file_id, note_id, therapist_id }: FileToRead, page: number, read: PageText & { insteadOfVision: string | null }, at: Date): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [row] = await tx.query(UNREAD, [file_id, page]);
      if (!row) return;
      const seal = (column: string, text: string): Buffer => this.cipher.encrypt(text, NOTE_PAGE_OWNER.place(column, { id: row.id, file_id, note_id, therapist_id }));
      const { engine, confidence, insteadOfVision: instead_of_vision } = read;
      const [used] = await tx.query(USED, [file_id, note_id, therapist_id]);
      const { text, unsure, isCut: is_cut } = cutTo(roomIn(used), read);
      const sealed = { text: seal('text', text), unsure: unsure.length > 0 ? seal('unsure', JSON.stringify(unsure)) : null };
      await tx.manager.update(SessionNoteFilePage, { id: row.id }, { engine, confidence, instead_of_vision, is_cut, ...sealed, read_at: at });
    });
  }

  async setPageCount(fileId: string, pages: number, at: Date): Promise<void> {
    await this.database.query(SET_COUNT, [fileId, pages, at]);
  }

  /** @param reason null when every page was read @returns false for a file that is gone, or whose reading was over */
  async endReading(fileId: string, reason: string | null, at: Date, on: Queryable): Promise<boolean> {
    return (await on.query(END, [fileId, reason === null ? 'completed' : 'error', reason, at])).length > 0;
  }

  /** A file that is read again has all its tries; what was read of it stays. */
  async forgetTries(fileId: string, on: Queryable): Promise<void> {
    await on.query(FORGET_TRIES, [fileId]);
  }

  async listPages({ id, note_id, therapist_id }: Pick<FileToRead, 'id' | 'note_id' | 'therapist_id'>, on: Queryable = this.database): Promise<PageRow[]> {
    return mapInTurns(await on.query(OF_FILE, [id, note_id, therapist_id]), (row) => this.opened(row));
  }

  /** In the order of the files and their pages. */
  async listPagesOfNotes(therapistId: string, noteIds: readonly string[]): Promise<(PageRow & Owner)[]> {
    return mapInTurns(await this.database.query(OF_NOTES, [noteIds, therapistId]), (row) => ({ ...this.opened(row), note_id: row.note_id, therapist_id: row.therapist_id }));
  }

  /** The first pages of each file, with how many are read of it; enough of them for so many bytes of text. */
  async listBeginnings(therapistId: string, noteId: string, bytes: number): Promise<(PageRow & { pages_read: number })[]> {
    return mapInTurns(await this.database.query(BEGINNINGS, [noteId, therapistId, bytes]), (row) => ({ ...this.opened(row), pages_read: row.pages_read }));
  }

  /** @returns how many bytes a correction of the page may have: all of a file, and of a note, are as much as is read of them */
  async roomForCorrection({ id, file_id, note_id, therapist_id }: OwnedPage, on: Queryable): Promise<number> {
    const [corrected] = await on.query(CORRECTED, [file_id, note_id, therapist_id, id]);
    return roomIn(corrected);
  }

  /** Waits for others who correct it, or sign its note. */
  async lockPage({ therapistId, noteId, fileId, page }: PagePlace, on: Queryable): Promise<OwnedPage | undefined> {
    await on.query(LOCK_NOTE, [noteId, therapistId]);
    const [row] = await on.query(LOCK, [fileId, page, noteId, therapistId]);
    return row && { ...row, ...this.opened(row) };
  }

  async saveCorrection({ id, file_id, note_id, therapist_id }: OwnedPage, text: string, version: number, at: Date, on: Queryable): Promise<void> {
    const correction = this.cipher.encrypt(text, NOTE_PAGE_OWNER.place('correction', { id, file_id, note_id, therapist_id }));
    await on.manager.update(SessionNoteFilePage, { id }, { correction, version, corrected_at: at });
  }

  private opened(row: SealedRow): PageRow {
    const { id, file_id, page, engine, instead_of_vision, confidence, is_cut, version, read_at, corrected_at } = row;
    const place = NOTE_PAGE_OWNER.place('text', row);
    const open = (column: keyof Texts, value: Buffer | null): string | undefined => (value ? this.cipher.tryDecrypt(value, { ...place, column }) : undefined);
    return {
      ...{ id, file_id, page, engine, instead_of_vision, confidence, is_cut, version, read_at, corrected_at },
      text: open('text', row.text),
      unsure: JSON.parse(open('unsure', row.unsure) ?? '[]') as UnsureWord[],
      correction: open('correction', row.correction) ?? null,
    };
  }
}

/** What counts of a page: the correction, where there is one. */
export function textOfPage({ text, correction }: Pick<PageRow, 'text' | 'correction'>): string {
  return correction ?? text ?? '';
}
