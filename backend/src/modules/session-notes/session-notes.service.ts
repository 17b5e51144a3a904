import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { DomainEvents } from '../../common/work/domain-events';
import { PersonMerged } from '../clients/persons/person.events';
import { ClientSessionNoteDto } from './session-note.dto';
import { SessionNoteRepository, SessionNoteRow } from './session-note.repository';

/** What a screen shows of the list. */
const SCREEN_ROWS = 500;

@Injectable()
export class SessionNotesService {
  constructor(
    private readonly repository: SessionNoteRepository,
    private readonly cipher: ColumnCipher,
  ) {}

  /** What a client may read: notes marked visible and tied to them, newest first. */
  async visibleTo(clientId: string, atMost: number = SCREEN_ROWS): Promise<ClientSessionNoteDto[]> {
    const rows = await this.repository.listVisible(clientId, atMost);
    return rows.map((row) => this.toClientNote(row));
  }

  private toClientNote(row: SessionNoteRow): ClientSessionNoteDto {
    const open = (column: 'title' | 'content' | 'summary', value: Buffer): string =>
      this.cipher.decrypt(value, { table: 'session_notes', column, rowId: row.id });
    return {
      id: row.id,
      session_summary: row.summary ? open('summary', row.summary) : open('title', row.title),
      client_visible_notes: open('content', row.content),
      created_at: row.created_at.toISOString(),
      therapist_name: row.therapist_name,
    };
  }
}

/** When two persons turn out to be one, their notes follow. */
@Injectable()
export class SessionNoteOwnership {
  constructor(events: DomainEvents, repository: SessionNoteRepository) {
    events.on(PersonMerged, ({ fromId, intoId }, tx) => repository.reassign(fromId, intoId, tx));
  }
}
