import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events';
import { PersonMerged } from '../clients/events/person-merged.event';
import { SessionNoteRepository } from './session-note.repository';

/** When two persons turn out to be one, their notes follow. */
@Injectable()
export class SessionNoteOwnership {
  constructor(events: DomainEvents, repository: SessionNoteRepository) {
    events.on(PersonMerged, ({ fromId, intoId }, tx) => repository.reassign(fromId, intoId, tx));
  }
}
