import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';
import type { Service } from './offering.entity';
import { ServiceInputDto, toCents } from './service.dto';

/** What a therapist decides about a service. */
export type OfferingTerms = Omit<Service, 'id' | 'therapist_id' | 'position' | 'archived_at' | 'created_at'>;

export const DEFAULT_TERMS: Omit<OfferingTerms, 'name'> = {
  description: '',
  duration_minutes: 60,
  price_cents: 0,
  is_free: true,
  session_type: 'online',
  address: null,
  online_place: 'video',
  video_link: null,
  visibility: 'everybody',
};

/**
 * The present terms with what was sent; what was left out stays. A price that comes alone says whether the service is
 * free; a free service costs nothing, whatever price came with it.
 * @throws DomainError rule for a paid service without a price
 */
export function mergeTerms(present: Omit<OfferingTerms, 'name'>, input: ServiceInputDto): OfferingTerms {
  const price = input.price ?? undefined;
  const free = input.is_free ?? (price === undefined ? present.is_free : price === 0);
  const cents = free ? 0 : price === undefined ? present.price_cents : toCents(price);
  if (!free && cents === 0) {
    throw new DomainError('rule', messages.priceMissing, { errors: [{ field: 'price', message: messages.priceMissing }] });
  }
  return {
    name: input.name,
    description: input.description === undefined ? present.description : (input.description ?? '').trim(),
    duration_minutes: input.duration_minutes ?? present.duration_minutes,
    price_cents: cents,
    is_free: free,
    session_type: input.session_type ?? present.session_type,
    address: input.address === undefined ? present.address : input.address,
    online_place: input.online_place ?? present.online_place,
    video_link: input.video_link === undefined ? present.video_link : input.video_link,
    visibility: input.visibility ?? present.visibility,
  };
}
