import { Injectable } from '@nestjs/common';
import { OnEvent, type Work } from '../../common/work/work';
import { PersonMerged } from '../clients/persons/person.events';
import { ClientSessionNoteDto } from './session-note.dto';
import { SessionNoteRepository } from './session-note.repository';

/** What a screen shows of the list. */
const SCREEN_ROWS = 500;

@Injectable()
export class SessionNotesService {
  constructor(private readonly repository: SessionNoteRepository) {}

  /** What a client may read: notes marked visible and tied to them, newest first. */
  async visibleTo(clientId: string, atMost: number = SCREEN_ROWS): Promise<ClientSessionNoteDto[]> {
    const notes = await this.repository.listVisible(clientId, atMost);
    return notes.map(({ id, heading, content, created_at, therapist_name }) => ({
      id,
      session_summary: heading,
      client_visible_notes: content,
      created_at: created_at.toISOString(),
      therapist_name,
    }));
  }

  /** When two persons turn out to be one, their notes follow. */
  @OnEvent(PersonMerged)
  async reassign({ fromId, intoId }: PersonMerged, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, work.tx);
  }
}
