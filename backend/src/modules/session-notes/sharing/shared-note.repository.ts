import { Injectable } from '@nestjs/common';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { Database, Queryable, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import type { AtMost } from '../../../common/paging/paging';
import { SESSION_NOTE_MARKING } from '../markings';
import { SESSION_NOTE_OWNER, SessionNote } from '../session-note.entity';

/** A note as its client may read it. */
export interface VisibleSessionNote extends Pick<SessionNote, 'id' | 'created_at'> {
  /** The summary that the therapist accepted, or the title. */
  heading: string;
  content: string;
  therapist_id: string;
  therapist_name: string;
  /** Whether the client belongs to this practice by a deed of their own. */
  practice_confirmed: boolean;
}

/** A note as SQL gives it back. */
interface SessionNoteRow extends Marked, Pick<SessionNote, 'id' | 'therapist_id' | 'title' | 'content' | 'summary' | 'tags' | 'created_at' | 'texts_mark'> {
  therapist_name: string;
  practice_confirmed: boolean;
}

/** Tied to the client directly, or by an appointment that this client has with the note's own therapist. */
const VISIBLE = `n.is_client_visible and not n.is_private and (n.client_id = $1 or (n.client_id is null and exists (
  select from bookings b where b.id = n.booking_id and b.client_id = $1 and b.therapist_id = n.therapist_id)))`;

/** $2 and $3: at most so many, and at most so many bytes. */
const LIST_VISIBLE = statement<SessionNoteRow>('session-notes-of-client', `select s.id, s.therapist_id, s.title, s.content, s.summary, s.tags, s.created_at, s.therapist_name, s.practice_confirmed, s.texts_mark, s.mark, s.marked
         from (select l.*, sum(octet_length(l.title) + octet_length(l.content) + coalesce(octet_length(l.summary), 0)) over (order by l.practice_confirmed desc, l.created_at desc, l.id desc) as bytes
           from (select n.id, n.therapist_id, n.title, n.content, n.summary, n.tags, n.created_at, n.texts_mark, ${SESSION_NOTE_MARKING.select('n')}, coalesce(p.display_name, u.name) as therapist_name,
               exists (select from confirmed_clients k where k.therapist_id = n.therapist_id and k.client_id = $1) as practice_confirmed
             from session_notes n
             join users u on u.id = n.therapist_id
             left join therapist_profiles p on p.therapist_id = n.therapist_id
             where ${VISIBLE}
             order by practice_confirmed desc, n.created_at desc, n.id desc limit $2) l) s
         where s.bytes <= $3::bigint
         order by s.practice_confirmed desc, s.created_at desc, s.id desc`);
const VISIBLE_MARKS = statement<Marked>('session-notes-of-client-marks', `select ${SESSION_NOTE_MARKING.select('n')} from session_notes n where ${VISIBLE}`);

const TEXTS = ['title', 'content', 'summary', 'tags'] as const;
/** Of a person, or about an appointment that may be theirs: which of the two persons had it cannot be seen once it has moved. */
const TO_REASSIGN = statement<Marked & Pick<SessionNote, 'id' | 'therapist_id' | 'client_id' | (typeof TEXTS)[number]>>('session-notes-to-reassign', `select n.id, n.therapist_id, n.client_id, ${TEXTS.map((column) => `n.${column}`).join(', ')}, ${SESSION_NOTE_MARKING.select('n')}
         from session_notes n
         where n.client_id = $1 or (n.client_id is null and n.booking_id in (select b.id from bookings b where b.client_id in ($1, $2)))
         order by n.id for update of n`);

@Injectable()
export class SharedNoteRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  /** Notes that a therapist has made visible to this client, newest first. */
  async listVisible(clientId: string, atMost: AtMost): Promise<VisibleSessionNote[]> {
    const rows = await this.database.query(LIST_VISIBLE, [clientId, atMost.rows, atMost.bytes]);
    return (await mapInTurns(rows, (row) => this.toVisible({ ...row, client_id: clientId }) ?? [])).flat();
  }

  async countVisible(clientId: string): Promise<number> {
    return (await this.database.query(VISIBLE_MARKS, [clientId])).filter((row) => this.marks.isOurs(SESSION_NOTE_MARKING, row)).length;
  }

  /** Their texts are sealed anew for the person they are about now. */
  async reassign(fromClientId: string, toClientId: string, on: Queryable): Promise<void> {
    for (const { id, client_id, ...note } of await on.query(TO_REASSIGN, [fromClientId, toClientId])) {
      const placeOf = (column: string, clientId: string): ColumnPlace => SESSION_NOTE_OWNER.place(column, { id, therapist_id: note.therapist_id, client_id: clientId });
      // About an appointment that was the other person's all along.
      if (client_id === null && this.cipher.opens(note.title, placeOf('title', toClientId))) continue;
      const texts = TEXTS.flatMap((column) => {
        const value = note[column];
        return value ? [[column, this.cipher.move(value, placeOf(column, fromClientId), placeOf(column, toClientId))]] : [];
      });
      await on.manager.update(SessionNote, { id }, { ...Object.fromEntries(texts), ...(client_id && { client_id: toClientId }) });
      if (this.marks.isOurs(SESSION_NOTE_MARKING, note)) await this.marks.renew(SESSION_NOTE_MARKING, [id], on);
    }
  }

  /** @returns undefined for a note that does not open, was given to this client in the table, or is not as its therapist saved it */
  private toVisible(row: SessionNoteRow & { client_id: string }): VisibleSessionNote | undefined {
    if (!this.marks.accepts(SESSION_NOTE_MARKING, row)) return undefined;
    const open = (column: (typeof TEXTS)[number]): string | null | undefined => row[column] && this.cipher.tryDecrypt(row[column], SESSION_NOTE_OWNER.place(column, row));
    const [title, content, tags, summary] = [open('title'), open('content'), open('tags'), open('summary')];
    if (title === undefined || content === undefined || tags === undefined || summary === undefined) return undefined;
    if (title === null || content === null || !this.marks.fits(SESSION_NOTE_MARKING, row.id, [title, content, tags, summary], row.texts_mark)) return undefined;
    const heading = summary ?? title;
    return {
      id: row.id,
      heading,
      content,
      created_at: row.created_at,
      therapist_id: row.therapist_id,
      therapist_name: row.therapist_name,
      practice_confirmed: row.practice_confirmed,
    };
  }
}
