import { Injectable } from '@nestjs/common';
import { SEALING_ANEW } from '../../../common/crypto/sealed';
import { type AtMost, SCREEN } from '../../../common/paging/paging';
import { OnEvent, type Work } from '../../../common/work/work';
import { PersonMerged } from '../../clients/persons/person.events';
import { ClientSessionNoteDto } from './shared-note.dto';
import { SharedNoteRepository } from './shared-note.repository';

/** What clients see of their therapists' notes. */
@Injectable()
export class SharedNotesService {
  constructor(private readonly repository: SharedNoteRepository) {}

  /** What a client may read: notes marked visible and tied to them, newest first. */
  async visibleTo(clientId: string, atMost: AtMost = SCREEN): Promise<ClientSessionNoteDto[]> {
    const notes = await this.repository.listVisible(clientId, atMost);
    return notes.map(({ id, heading, content, created_at, therapist_id, therapist_name, practice_confirmed }) => ({
      id,
      session_summary: heading,
      client_visible_notes: content,
      created_at: created_at.toISOString(),
      therapist_id,
      therapist_name,
      practice_confirmed,
    }));
  }

  countVisible(clientId: string): Promise<number> {
    return this.repository.countVisible(clientId);
  }

  /** When two persons turn out to be one, their notes follow, signed ones too. */
  @OnEvent(PersonMerged)
  async reassign({ fromId, intoId }: PersonMerged, work: Work): Promise<void> {
    await work.tx.query(SEALING_ANEW);
    await this.repository.reassign(fromId, intoId, work.tx);
  }
}
