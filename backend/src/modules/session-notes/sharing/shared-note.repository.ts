import { Injectable } from '@nestjs/common';
import { Beginnings } from '../../../common/crypto/beginnings';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, Queryable, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import { practicesGoneTo } from '../../clients/persons/persons.service';
import type { FirstPage } from '../../clients/strangers/own-reads.service';
import type { CopyPlace } from '../../clients/strangers/strangers.service';
import { SESSION_NOTE_MARKING } from '../markings';
import { NOTE_BEGINNING, NoteBeginning, noteBeginningOf } from '../notes/note-beginning';
import { tagsFrom } from '../notes/note.repository';
import { NOTE_BEGINNING_OWNER, SESSION_NOTE_OWNER, SessionNote } from '../session-note.entity';

/** What is told of a note beside its texts. */
interface NoteFacts extends Pick<SessionNote, 'id' | 'therapist_id' | 'created_at'> {
  client_id: string;
  therapist_name: string;
  /** Whether the client belongs to this practice by a deed of their own. */
  practice_confirmed: boolean;
}

/** A note as its client may read it. */
export interface VisibleSessionNote extends Omit<NoteFacts, 'client_id'> {
  /** The summary that the therapist accepted, or the title. */
  heading: string;
  content: string;
}

/** What a list shows of one. */
export type VisibleBeginning = VisibleSessionNote & Pick<NoteBeginning, 'is_whole'>;

/** Notes as SQL gives them back. */
type SessionNoteRow = NoteFacts & Marked & Pick<SessionNote, 'title' | 'content' | 'summary' | 'tags' | 'texts_mark'>;
type BeginningRow = NoteFacts & Marked & Pick<Keyset, 'at'> & Pick<SessionNote, 'beginning' | 'texts_mark'>;

/** $1: the client's ids. Tied to the client directly, or by an appointment that this client has with the note's own therapist; written so that each way has its index. */
const VISIBLE = `n.is_client_visible and not n.is_private and n.id in (
  select o.id from session_notes o where o.client_id = any($1::uuid[])
  union all select a.id from bookings b join session_notes a on a.booking_id = b.id and a.therapist_id = b.therapist_id and a.client_id is null where b.client_id = any($1::uuid[]))`;

const FROM = `from session_notes n
             join users u on u.id = n.therapist_id
             left join therapist_profiles p on p.therapist_id = n.therapist_id`;
/** By which of the client's ids it was sealed. */
const OWNER = 'coalesce(n.client_id, (select b.client_id from bookings b where b.id = n.booking_id and b.therapist_id = n.therapist_id)) as client_id';
const COLUMNS = `n.id, ${OWNER}, n.therapist_id, n.title, n.content, n.summary, n.tags, n.created_at, n.texts_mark, ${SESSION_NOTE_MARKING.select('n')}, coalesce(p.display_name, u.name) as therapist_name`;
const IS_CONFIRMED = `n.therapist_id in ${practicesGoneTo('$1::uuid[]')}`;

const BEGINNING_COLUMNS = `n.id, ${OWNER}, n.therapist_id, n.beginning, n.created_at, ${keysetTime('n.created_at')} as at, n.texts_mark, ${SESSION_NOTE_MARKING.select('n')}, coalesce(p.display_name, u.name) as therapist_name`;

/** $2: how many of practices that the client has confirmed; $3: how many of each other one, whose newest come first, and $4: of all those. */
const NEWEST = statement<BeginningRow>('session-notes-of-client', `select ${BEGINNING_COLUMNS}, s.practice_confirmed
         from ((select n.id, true as practice_confirmed from session_notes n where ${VISIBLE} and ${IS_CONFIRMED} order by n.created_at desc, n.id desc limit $2)
           union all (select r.id, false from (
               select n.id, n.created_at, row_number() over (partition by n.therapist_id order by n.created_at desc, n.id desc)::int as nth
               from session_notes n where ${VISIBLE} and not ${IS_CONFIRMED}) r
             where r.nth <= $3 order by r.nth, r.created_at desc, r.id desc limit $4)) s
         join session_notes n on n.id = s.id
         join users u on u.id = n.therapist_id
         left join therapist_profiles p on p.therapist_id = n.therapist_id
         order by s.practice_confirmed desc, n.created_at desc, n.id desc`);
/** Of practices that the client has confirmed. $2 and $3: after which one, $4: at most so many */
const PAGE = statement<BeginningRow>('session-notes-of-client-page', `select ${BEGINNING_COLUMNS}, true as practice_confirmed
         ${FROM} where ${VISIBLE} and ${IS_CONFIRMED} and ($2::text is null or (n.created_at, n.id) < (${keysetMoment('$2')}, $3::uuid))
         order by n.created_at desc, n.id desc limit $4`);
const COUNT = statement<{ total: number; confirmed: number }>('session-notes-of-client-count', `select count(*)::int as total, count(*) filter (where ${IS_CONFIRMED})::int as confirmed from session_notes n where ${VISIBLE}`);
/** Everything that is visible, without its texts. */
const PLACES = statement<CopyPlace>('session-notes-of-client-places', `select n.id, ${IS_CONFIRMED} as practice_confirmed,
           row_number() over (partition by n.therapist_id order by n.created_at desc, n.id desc)::int as nth
         from session_notes n where ${VISIBLE} order by practice_confirmed desc, n.created_at desc, n.id desc`);
const AMONG = statement<SessionNoteRow>('session-notes-of-client-among', `select ${COLUMNS}, ${IS_CONFIRMED} as practice_confirmed
         ${FROM} where n.id = any($2::uuid[]) and ${VISIBLE} order by practice_confirmed desc, n.created_at desc, n.id desc`);

const TEXTS = ['title', 'content', 'summary', 'tags'] as const;
/** Of a person, or about an appointment that may be theirs: which of the two persons had it cannot be seen once it has moved. */
type MovedNote = Marked & Pick<SessionNote, 'id' | 'therapist_id' | 'client_id' | (typeof TEXTS)[number] | 'texts_mark' | 'beginning'>;
const TO_REASSIGN = statement<MovedNote>('session-notes-to-reassign', `select n.id, n.therapist_id, n.client_id, n.texts_mark, n.beginning, ${TEXTS.map((column) => `n.${column}`).join(', ')}, ${SESSION_NOTE_MARKING.select('n')}
         from session_notes n
         where (n.client_id = $1 or (n.client_id is null and n.booking_id in (select b.id from bookings b where b.client_id in ($1, $2))))
           and ($3::uuid is null or n.therapist_id = $3) and n.id > $4
         order by n.id limit $5 for update of n`);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Of a long record few texts are in memory at once. */
const MOVED_AT_ONCE = 100;

@Injectable()
export class SharedNoteRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
    private readonly beginnings: Beginnings,
  ) {}

  /** The newest notes that therapists have made visible to this client. @returns also how many rows there were, of which some may not be as their therapist saved them, and the last one of a practice that the client has confirmed */
  async listNewest(own: readonly string[], { ofConfirmed, ofEachOther, ofOthers }: FirstPage): Promise<{ notes: VisibleBeginning[]; rows: number; confirmed: number; last: Keyset | undefined }> {
    const rows = await this.database.query(NEWEST, [own, ofConfirmed, ofEachOther, ofOthers]);
    const confirmed = rows.filter(({ practice_confirmed }) => practice_confirmed);
    return { notes: await this.begun(own, rows), rows: rows.length, confirmed: confirmed.length, last: confirmed.at(-1) };
  }

  /** Those of practices that the client has confirmed, newest first. @returns also where the page ends, if there is more */
  async listPage(own: readonly string[], after: Keyset | undefined, limit: number): Promise<{ notes: VisibleBeginning[]; next: Keyset | undefined }> {
    const found = await this.database.query(PAGE, [own, after?.at ?? null, after?.id ?? null, limit + 1]);
    const rows = found.slice(0, limit);
    return { notes: await this.begun(own, rows), next: found.length > limit ? rows.at(-1) : undefined };
  }

  /** Of all practices, and of those that the client has confirmed. */
  async countVisible(own: readonly string[]): Promise<{ total: number; confirmed: number }> {
    const [row] = await this.database.query(COUNT, [own]);
    return row ?? { total: 0, confirmed: 0 };
  }

  /** Of every note that is visible to this client, where it stands, in the order of {@link listNewest}. */
  listPlaces(own: readonly string[]): Promise<CopyPlace[]> {
    return this.database.query(PLACES, [own]);
  }

  /** These, where they are still visible, in the same order. */
  async listAmong(own: readonly string[], ids: readonly string[]): Promise<VisibleSessionNote[]> {
    return this.opened(await this.database.query(AMONG, [own, ids]));
  }

  /** Their texts are sealed anew for the person they are about now. */
  async reassign(fromClientId: string, toClientId: string, therapistId: string | undefined, on: Queryable): Promise<void> {
    for (let after = FIRST_ID; ; ) {
      const notes = await on.query(TO_REASSIGN, [fromClientId, toClientId, therapistId, after, MOVED_AT_ONCE]);
      for (const note of notes) await this.move(note, fromClientId, toClientId, on);
      const last = notes.at(-1);
      if (!last || notes.length < MOVED_AT_ONCE) return;
      after = last.id;
    }
  }

  private async move({ id, client_id, ...note }: MovedNote, fromClientId: string, toClientId: string, on: Queryable): Promise<void> {
    const placeOf = (column: string, clientId: string): ColumnPlace => SESSION_NOTE_OWNER.place(column, { id, therapist_id: note.therapist_id, client_id: clientId });
    // About an appointment that was the other person's all along.
    if (client_id === null && this.cipher.opens(note.title, placeOf('title', toClientId))) return;
    const texts = TEXTS.flatMap((column) => {
      const value = note[column];
      return value ? [[column, this.cipher.move(value, placeOf(column, fromClientId), placeOf(column, toClientId))]] : [];
    });
    const beginningOf = (owner: string): ColumnPlace => NOTE_BEGINNING_OWNER.place('beginning', { id, therapist_id: note.therapist_id, client_id: owner, texts_mark: note.texts_mark });
    const beginning = note.beginning && this.cipher.move(note.beginning, beginningOf(fromClientId), beginningOf(toClientId));
    await on.manager.update(SessionNote, { id }, { ...Object.fromEntries(texts), beginning, ...(client_id && { client_id: toClientId }) });
    if (this.marks.isOurs(SESSION_NOTE_MARKING, note)) await this.marks.renew(SESSION_NOTE_MARKING, [id], on);
  }

  private async opened(rows: readonly SessionNoteRow[]): Promise<VisibleSessionNote[]> {
    const texts = await mapInTurns(rows, (row) => (this.marks.accepts(SESSION_NOTE_MARKING, row) ? this.textsOf(row) : undefined));
    return rows.flatMap((row, index) => {
      const said = texts[index];
      return said ? shown(row, said) : [];
    });
  }

  /** Those are left out that were given to this client in the table, or are not as their therapist saved them. */
  private async begun(own: readonly string[], rows: readonly BeginningRow[]): Promise<VisibleBeginning[]> {
    const genuine = rows.filter((row) => this.marks.accepts(SESSION_NOTE_MARKING, row));
    const begun = await mapInTurns(genuine, (row) => this.beginnings.open(NOTE_BEGINNING, row));
    const others = await this.begin(own, genuine.filter((_, index) => begun[index] === undefined));
    return genuine.flatMap((row, index) => {
      const beginning = begun[index] ?? others.get(row.id);
      return beginning ? { ...shown(row, beginning), is_whole: beginning.is_whole } : [];
    });
  }

  /** Of notes that have no beginning yet, or one that was put there in the table. */
  private async begin(own: readonly string[], rows: readonly BeginningRow[]): Promise<Map<string, NoteBeginning>> {
    const beginnings = new Map<string, NoteBeginning>();
    if (rows.length === 0) return beginnings;
    const whole = await this.database.query(AMONG, [own, rows.map(({ id }) => id)]);
    const texts = await mapInTurns(whole, (row) => this.textsOf(row));
    const kept = whole.flatMap((row, index) => {
      const opened = texts[index];
      return opened ? [[row, noteBeginningOf(opened)] as const] : [];
    });
    await this.beginnings.keep(NOTE_BEGINNING, kept);
    return new Map(kept.map(([{ id }, beginning]) => [id, beginning]));
  }

  /** @returns undefined where a text does not open, or is an earlier one that was put back */
  private textsOf(row: SessionNoteRow): Omit<NoteBeginning, 'is_whole'> | undefined {
    const open = (column: (typeof TEXTS)[number]): string | null | undefined => row[column] && this.cipher.tryDecrypt(row[column], SESSION_NOTE_OWNER.place(column, row));
    const [title, content, tags, summary] = [open('title'), open('content'), open('tags'), open('summary')];
    if (title === undefined || content === undefined || tags === undefined || summary === undefined) return undefined;
    if (title === null || content === null || !this.marks.fits(SESSION_NOTE_MARKING, row.id, [title, content, tags, summary], row.texts_mark)) return undefined;
    return { title, content, tags: tagsFrom(tags), summary };
  }
}

function shown({ id, created_at, therapist_id, therapist_name, practice_confirmed }: NoteFacts, { title, summary, content }: Omit<NoteBeginning, 'is_whole'>): VisibleSessionNote {
  return { id, heading: summary ?? title, content, created_at, therapist_id, therapist_name, practice_confirmed };
}
