import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { RowMarks } from '../../../common/crypto/row-marks';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { type AtMost, Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { NoteFields, NoteRow } from '../notes/note.repository';
import { NOTE_VERSION_MARKING } from '../markings';
import { NOTE_VERSION_OWNER, SessionNoteVersion, VersionKind } from '../session-note.entity';

/** So many edits are kept beside the first version and those that were signed. */
export const KEPT_EDITS = 200;

/** One deed of a note's history, opened; null where it changed no text, or where a text does not open. */
export interface VersionRow extends Pick<SessionNoteVersion, 'id' | 'version' | 'kind' | 'is_client_visible' | 'is_private' | 'created_at'> {
  title: string | null;
  content: string | null;
  tags: string[] | null;
  remark: string | null;
  at: string;
}

const SEALED = ['title', 'content', 'tags', 'remark'] as const;
type Sealed = (typeof SEALED)[number];
type SealedRow = Omit<VersionRow, Sealed> & Pick<SessionNoteVersion, Sealed | 'note_id'> & { therapist_id: string };

/** What happens to a note now. */
export interface NewVersion {
  version: number;
  kind: VersionKind;
  at: Date;
  actorId: string;
  /** The reason of an unlocking, the text of an amendment. */
  remark?: string;
}

const COLUMNS = `v.id, v.note_id, n.therapist_id, v.version, v.kind, v.title, v.content, v.tags, v.remark, v.is_client_visible, v.is_private, v.created_at,
           ${keysetTime('v.created_at')} as at`;
const OF_NOTE = 'from session_note_versions v join session_notes n on n.id = v.note_id where v.note_id = $1 and n.therapist_id = $2';
/** $5 and $6: at most so many, and at most so many bytes with one more; the texts of that one are not asked for. */
const LIST = statement<SealedRow & { fits: boolean }>('session-note-versions', `select ${COLUMNS.replace('v.title, v.content, v.tags, v.remark', SEALED.map((column) => `case when x.fits then v.${column} end as ${column}`).join(', '))}, x.fits
         from (select l.id, coalesce(sum(l.bytes) over (order by l.created_at desc, l.id desc rows between unbounded preceding and 1 preceding), 0) < $6::bigint as fits
           from (select v.id, v.created_at, ${SEALED.map((column) => `coalesce(octet_length(v.${column}), 0)`).join(' + ')} as bytes ${OF_NOTE}
             and ($3::text is null or (v.created_at, v.id) < (${keysetMoment('$3')}, $4::uuid))
             order by v.created_at desc, v.id desc limit $5) l) x
         join session_note_versions v on v.id = x.id join session_notes n on n.id = v.note_id
         order by v.created_at desc, v.id desc`);
const AMENDMENTS = statement<SealedRow>('session-note-amendments', `select ${COLUMNS} ${OF_NOTE} and v.kind = 'amended' order by v.version`);
const COUNT_DEEDS = statement<{ deeds: number; bytes: number }>('session-note-deeds', `select count(*)::int as deeds, coalesce(sum(octet_length(remark)), 0)::int as bytes from session_note_versions where note_id = $1 and kind in ('signed', 'unlocked', 'amended')`);
/** The last one that {@link FORGET_EDITS} leaves, whatever comes. */
const KEPT_BEFORE = statement<{ version: number | null }>('session-note-kept-before', `select max(version) as version from session_note_versions where note_id = $1 and version < $2 and ($3 or kind <> 'edited')`);
/** What was signed is the last text before a signature. */
const FORGET_EDITS = statement('session-note-forget-edits', `delete from session_note_versions v
         where v.note_id = $1 and v.kind = 'edited'
           and (select count(*) from session_note_versions l where l.note_id = $1 and l.kind = 'edited' and l.version > v.version) >= $2
           and coalesce((select l.kind from session_note_versions l where l.note_id = $1 and l.version > v.version and l.kind in ('edited', 'signed') order by l.version limit 1), '') <> 'signed'`);

/** The history of notes. A version is written once and never changed. */
@Injectable()
export class NoteVersionRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  /** A text as it was saved. Of the edits the newest are kept, and those that were signed. */
  async insertText(note: Pick<NoteRow, 'id' | 'therapist_id'>, fields: NoteFields, deed: NewVersion & { kind: 'created' | 'edited' }, on: Queryable): Promise<void> {
    const { title, content, tags } = fields;
    await this.insert(note, fields, deed, { title, content, tags: tags.length > 0 ? JSON.stringify(tags) : null }, on);
    if (deed.kind === 'edited') await on.query(FORGET_EDITS, [note.id, KEPT_EDITS]);
  }

  /** What changed no text. */
  async insertDeed(note: NoteRow, deed: NewVersion, on: Queryable): Promise<void> {
    await this.insert(note, note, deed, { remark: deed.remark ?? null }, on);
  }

  /** Newest first. @returns those of a page, and whether there are more */
  async listVersions(therapistId: string, noteId: string, after: Keyset | undefined, atMost: AtMost): Promise<{ versions: VersionRow[]; hasMore: boolean }> {
    const rows = await this.database.query(LIST, [noteId, therapistId, after?.at ?? null, after?.id ?? null, atMost.rows + 1, atMost.bytes]);
    const page = rows.slice(0, atMost.rows).filter(({ fits }) => fits);
    return { versions: page.map(({ fits: _, ...row }) => this.opened(row)), hasMore: page.length < rows.length };
  }

  /** Oldest first. */
  async listAmendments(therapistId: string, noteId: string): Promise<VersionRow[]> {
    return (await this.database.query(AMENDMENTS, [noteId, therapistId])).map((row) => this.opened(row));
  }

  /** Signatures, unlockings and amendments, and what was written with them, in bytes as they are stored. */
  async countDeeds(noteId: string, on: Queryable): Promise<{ deeds: number; bytes: number }> {
    const [row] = await on.query(COUNT_DEEDS, [noteId]);
    return row ?? { deeds: 0, bytes: 0 };
  }

  private async insert(
    { id: note_id, therapist_id }: Pick<NoteRow, 'id' | 'therapist_id'>,
    { is_client_visible, is_private }: Pick<NoteFields, 'is_client_visible' | 'is_private'>,
    { version, kind, at, actorId }: NewVersion,
    texts: Partial<Record<Sealed, string | null>>,
    on: Queryable,
  ): Promise<void> {
    const id = newId();
    const seal = (column: Sealed): Buffer | null => {
      const text = texts[column] ?? null;
      return text === null ? null : this.cipher.encrypt(text, NOTE_VERSION_OWNER.place(column, { id, note_id, therapist_id }));
    };
    const sealed = { title: seal('title'), content: seal('content'), tags: seal('tags'), remark: seal('remark') };
    const [kept] = await on.query(KEPT_BEFORE, [note_id, version, kind === 'signed']);
    const texts_mark = this.marks.textsMarkOf(NOTE_VERSION_MARKING, id, NOTE_VERSION_MARKING.textsOf(texts));
    const row = { id, note_id, version, kind, actor_id: actorId, ...sealed, is_client_visible, is_private, created_at: at, kept_before: kept?.version ?? null, texts_mark };
    await on.manager.insert(SessionNoteVersion, row);
    await this.marks.renew(NOTE_VERSION_MARKING, [id], on);
  }

  private opened({ note_id, therapist_id, ...row }: SealedRow): VersionRow {
    const open = (column: Sealed): string | null => {
      const value = row[column];
      return (value && this.cipher.tryDecrypt(value, NOTE_VERSION_OWNER.place(column, { id: row.id, note_id, therapist_id }))) ?? null;
    };
    const tags = open('tags');
    const hasTexts = row.title !== null;
    return { ...row, title: open('title'), content: open('content'), tags: hasTexts ? (JSON.parse(tags ?? '[]') as string[]) : null, remark: open('remark') };
  }
}
