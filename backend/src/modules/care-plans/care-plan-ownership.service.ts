import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events';
import { PersonMerged } from '../clients/events/person-merged.event';
import { CarePlanRepository } from './care-plan.repository';

/** When two persons turn out to be one, their care plans follow. */
@Injectable()
export class CarePlanOwnership {
  constructor(events: DomainEvents, repository: CarePlanRepository) {
    events.on(PersonMerged, ({ fromId, intoId }, tx) => repository.reassign(fromId, intoId, tx));
  }
}
