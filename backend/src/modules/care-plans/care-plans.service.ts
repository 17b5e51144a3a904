import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { DomainEvents } from '../../common/work/domain-events';
import { PersonMerged } from '../clients/persons/person.events';
import { AftercareRecommendationDto } from './care-plan.dto';
import { CarePlanRepository, CarePlanRow } from './care-plan.repository';

/** What a screen shows of the list. */
const SCREEN_ROWS = 500;

@Injectable()
export class CarePlansService {
  constructor(
    private readonly repository: CarePlanRepository,
    private readonly cipher: ColumnCipher,
  ) {}

  /** What a client may read: published plans, newest first. */
  async publishedFor(clientId: string, atMost: number = SCREEN_ROWS): Promise<AftercareRecommendationDto[]> {
    const rows = await this.repository.listPublished(clientId, atMost);
    return rows.map((row) => this.toRecommendation(row));
  }

  countPublished(clientId: string): Promise<number> {
    return this.repository.countPublished(clientId);
  }

  private toRecommendation(row: CarePlanRow): AftercareRecommendationDto {
    const open = (column: 'title' | 'description' | 'recommended_actions'): string =>
      this.cipher.decrypt(row[column], { table: 'care_plans', column, rowId: row.id });
    return {
      id: row.id,
      title: open('title'),
      description: open('description'),
      recommended_actions: JSON.parse(open('recommended_actions')) as string[],
      follow_up_date: row.follow_up_date,
      created_at: row.created_at.toISOString(),
      therapist_name: row.therapist_name,
    };
  }
}

/** When two persons turn out to be one, their care plans follow. */
@Injectable()
export class CarePlanOwnership {
  constructor(events: DomainEvents, repository: CarePlanRepository) {
    events.on(PersonMerged, ({ fromId, intoId }, tx) => repository.reassign(fromId, intoId, tx));
  }
}
