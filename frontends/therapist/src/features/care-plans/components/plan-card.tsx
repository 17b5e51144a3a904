import { Badge } from '@attune/shared-ui/components/badge';
import { UserText } from '@attune/shared-ui/components/user-text';
import { RecordCard } from '../../../records/record-card';
import { dayWords, momentWords } from '../../../records/record-words';
import type { PlanSummary } from '../care-plans.api';
import { planMessages as messages } from '../messages';
import { nameWords, STATUS_TONES } from '../plan-words';
import type { PlanActions } from './plan-actions';
import styles from './plans-panel.module.css';

interface PlanCardProps {
  plan: PlanSummary;
  onView: (id: string) => void;
  actions: PlanActions;
}

/** A plan in the list: for whom it is, whether they see it, and how far they are. */
export function PlanCard({ plan, onView, actions }: PlanCardProps) {
  const { id, title, client_name, status, follow_up_date, action_count, done_count, last_done_at, updated_at } = plan;
  const badges = (
    <>
      <Badge tone={STATUS_TONES[status]}>{messages.status[status]}</Badge>
      {follow_up_date !== null && <Badge icon="calendar">{messages.followUpOn(dayWords(follow_up_date))}</Badge>}
    </>
  );
  const facts = (
    <>
      {messages.updated} <time dateTime={updated_at}>{momentWords(updated_at)}</time>
    </>
  );
  return (
    <RecordCard title={title} badges={badges} facts={facts} words={messages} onView={() => onView(id)} onEdit={() => actions.edit(plan)} onRemove={() => actions.remove(plan)}>
      <p className={styles.about}>
        {messages.for}{' '}
        <strong className={styles.client}>
          <UserText>{nameWords(client_name)}</UserText>
        </strong>
        {action_count > 0 && ` · ${status === 'draft' && done_count === 0 ? messages.planned(action_count) : messages.doneOf(done_count, action_count)}`}
        {last_done_at !== null && `, ${momentWords(last_done_at)}`}
      </p>
    </RecordCard>
  );
}
