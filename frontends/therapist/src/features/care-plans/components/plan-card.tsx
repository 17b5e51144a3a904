import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import type { PlanSummary } from '../care-plans.api';
import { planMessages as messages } from '../messages';
import { dayWords, momentWords, nameWords, STATUS_TONES } from '../plan-words';
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
  return (
    <Card as="li">
      <article className={styles.card}>
        <div className={styles.names}>
          <UserText as="h3" className={styles.name}>
            {title}
          </UserText>
          <Badge tone={STATUS_TONES[status]}>{messages.status[status]}</Badge>
          {follow_up_date !== null && <Badge icon="calendar">{messages.followUpOn(dayWords(follow_up_date))}</Badge>}
        </div>
        <p className={styles.soft}>
          {messages.for}{' '}
          <strong className={styles.client}>
            <UserText>{nameWords(client_name)}</UserText>
          </strong>
          {action_count > 0 && ` · ${status === 'draft' && done_count === 0 ? messages.planned(action_count) : messages.doneOf(done_count, action_count)}`}
          {last_done_at !== null && `, ${momentWords(last_done_at)}`}
        </p>
        <div className={styles.foot}>
          <p className={styles.facts}>
            {messages.updated} <time dateTime={updated_at}>{momentWords(updated_at)}</time>
          </p>
          <div className={styles.buttons}>
            <Button size="sm" icon="eye" aria-label={`${messages.view} ${title}`} onClick={() => onView(id)}>
              {messages.view}
            </Button>
            <Button size="sm" icon="edit" aria-label={`${messages.edit} ${title}`} onClick={() => actions.edit(plan)}>
              {messages.edit}
            </Button>
            <Button size="sm" variant="quiet" icon="trash" aria-label={`${messages.remove} ${title}`} onClick={() => actions.remove(plan)}>
              {messages.remove}
            </Button>
          </div>
        </div>
      </article>
    </Card>
  );
}
