import type { BadgeTone } from '@attune/shared-ui/components/badge';
import type { PlanStatus } from './care-plans.api';
import { planMessages as messages } from './messages';

export function nameWords(name: string): string {
  return name === '' ? messages.unnamed : name;
}

export const STATUS_TONES: Record<PlanStatus, BadgeTone> = { draft: 'neutral', published: 'positive', withdrawn: 'attention' };
