import { Badge } from '@attune/shared-ui/components/badge';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { pricingMessages as messages } from '../messages';
import type { Billing } from '../prices';

const OPTIONS = [
  { value: 'monthly', label: messages.monthly },
  { value: 'annual', label: <span>{messages.annual}</span>, badge: <Badge tone="positive">{messages.saveUpTo}</Badge> },
];

/** Monthly or annual billing. */
export function BillingToggle({ billing, onChange }: { billing: Billing; onChange: (billing: Billing) => void }) {
  return (
    <Segmented
      label={messages.billing}
      options={OPTIONS}
      value={billing}
      onChange={(value) => onChange(value === 'annual' ? 'annual' : 'monthly')}
    />
  );
}
