import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../common/database/database';
import { SessionNote } from './session-note.entity';

/** A note as its client may read it. */
export interface VisibleSessionNote extends Pick<SessionNote, 'id' | 'created_at'> {
  /** The summary that the therapist accepted, or the title. */
  heading: string;
  content: string;
  therapist_name: string;
}

/** A note as SQL gives it back. */
interface SessionNoteRow extends Pick<SessionNote, 'id' | 'title' | 'content' | 'summary' | 'created_at'> {
  therapist_name: string;
}

/** Tied to the client directly, or by an appointment that this client has with the note's own therapist. */
const VISIBLE = `n.is_client_visible and (n.client_id = $1 or (n.client_id is null and exists (
  select from bookings b where b.id = n.booking_id and b.client_id = $1 and b.therapist_id = n.therapist_id)))`;

const LIST_VISIBLE = statement<SessionNoteRow>('session-notes-of-client', `select n.id, n.title, n.content, n.summary, n.created_at, coalesce(p.display_name, u.name) as therapist_name
         from session_notes n
         join users u on u.id = n.therapist_id
         left join therapist_profiles p on p.therapist_id = n.therapist_id
         where ${VISIBLE}
         order by n.created_at desc, n.id desc limit $2`);

@Injectable()
export class SessionNoteRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Notes that a therapist has made visible to this client, newest first. */
  async listVisible(clientId: string, atMost: number): Promise<VisibleSessionNote[]> {
    const rows = await this.database.query(LIST_VISIBLE, [clientId, atMost]);
    return rows.map((row) => this.toVisible(row));
  }

  async reassign(fromClientId: string, toClientId: string, on: Queryable): Promise<void> {
    await on.manager.update(SessionNote, { client_id: fromClientId }, { client_id: toClientId });
  }

  /** Only what is shown is decrypted. */
  private toVisible(row: SessionNoteRow): VisibleSessionNote {
    const open = (column: 'title' | 'content' | 'summary', value: Buffer): string =>
      this.cipher.decrypt(value, { table: 'session_notes', column, rowId: row.id });
    return {
      id: row.id,
      heading: row.summary ? open('summary', row.summary) : open('title', row.title),
      content: open('content', row.content),
      created_at: row.created_at,
      therapist_name: row.therapist_name,
    };
  }
}
