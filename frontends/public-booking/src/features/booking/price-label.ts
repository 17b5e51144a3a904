import { formatDuration, formatPrice } from '@attune/shared-ui/format';
import type { PublicService } from '../../wire';
import { bookingMessages as messages } from './messages';

/** 'Free' or the price in dollars. */
export function priceLabel({ is_free, price }: PublicService): string {
  return is_free ? messages.free : formatPrice(price);
}

/** '50 min · $140' */
export function lengthAndPrice(service: PublicService): string {
  return `${formatDuration(service.duration_minutes)} · ${priceLabel(service)}`;
}
