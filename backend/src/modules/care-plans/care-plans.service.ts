import { Injectable } from '@nestjs/common';
import { OnEvent, type Work } from '../../common/work/work';
import { PersonMerged } from '../clients/persons/person.events';
import { AftercareRecommendationDto } from './care-plan.dto';
import { CarePlanRepository } from './care-plan.repository';

/** What a screen shows of the list. */
const SCREEN_ROWS = 500;

@Injectable()
export class CarePlansService {
  constructor(private readonly repository: CarePlanRepository) {}

  /** What a client may read: published plans, newest first. */
  async publishedFor(clientId: string, atMost: number = SCREEN_ROWS): Promise<AftercareRecommendationDto[]> {
    const plans = await this.repository.listPublished(clientId, atMost);
    return plans.map((plan) => ({
      id: plan.id,
      title: plan.title,
      description: plan.description,
      recommended_actions: plan.recommended_actions,
      follow_up_date: plan.follow_up_date,
      created_at: plan.created_at.toISOString(),
      therapist_name: plan.therapist_name,
    }));
  }

  countPublished(clientId: string): Promise<number> {
    return this.repository.countPublished(clientId);
  }

  /** When two persons turn out to be one, their care plans follow. */
  @OnEvent(PersonMerged)
  async reassign({ fromId, intoId }: PersonMerged, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, work.tx);
  }
}
