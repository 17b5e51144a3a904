import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { bookingMessages as messages } from '../messages';

/** A practice that has not opened yet. Rare, so it is fetched only when it is needed. */
export default function NoServices({ therapistName, level }: { therapistName: string; level: 2 | 3 }) {
  return <EmptyState drawing="services" level={level} title={messages.noServicesTitle} text={messages.noServicesText(therapistName)} />;
}
