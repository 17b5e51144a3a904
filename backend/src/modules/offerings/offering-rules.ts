import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';
import { Offering } from './offering.repository';
import { ServiceInputDto, toCents } from './service.dto';

/** What a therapist decides about a service. */
export type OfferingTerms = Omit<Offering, 'id' | 'therapistId' | 'createdAt'>;

export const DEFAULT_TERMS: Omit<OfferingTerms, 'name'> = {
  description: '',
  durationMinutes: 60,
  priceCents: 0,
  isFree: true,
  sessionType: 'online',
};

/**
 * The present terms with what was sent; what was left out stays. A price that comes alone says whether the service is
 * free; a free service costs nothing, whatever price came with it.
 * @throws DomainError rule for a paid service without a price
 */
export function mergeTerms(present: Omit<OfferingTerms, 'name'>, input: ServiceInputDto): OfferingTerms {
  const price = input.price ?? undefined;
  const isFree = input.is_free ?? (price === undefined ? present.isFree : price === 0);
  const priceCents = isFree ? 0 : price === undefined ? present.priceCents : toCents(price);
  if (!isFree && priceCents === 0) {
    throw new DomainError('rule', messages.priceMissing, { errors: [{ field: 'price', message: messages.priceMissing }] });
  }
  return {
    name: input.name,
    description: input.description === undefined ? present.description : (input.description ?? '').trim(),
    durationMinutes: input.duration_minutes ?? present.durationMinutes,
    priceCents,
    isFree,
    sessionType: input.session_type ?? present.sessionType,
  };
}
