import { Badge } from '@attune/shared-ui/components/badge';
import { isMarked } from '../answer-words';
import { answersMessages as messages } from '../messages';

/** The mark of a completed PHQ-9 that tells of thoughts of death or self-harm; nothing for any other form. */
export function ItemNine({ forms }: { forms: readonly { self_harm: number | null }[] }) {
  if (!forms.some(isMarked)) return null;
  return (
    <Badge tone="attention" icon="alert">
      {messages.itemNine}
    </Badge>
  );
}
