import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate } from '@attune/shared-ui/format';
import type { CarePlan } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { writtenOn } from '../record-words';
import { LongText } from './long-text';
import styles from './records.module.css';

/** The care plans that therapists made for this client, newest first. */
export function PlanList({ plans }: { plans: readonly CarePlan[] }) {
  if (plans.length === 0) {
    return (
      <Card padding="none">
        <EmptyState level={2} drawing="forms" title={messages.noPlansTitle} text={messages.noPlansText} />
      </Card>
    );
  }
  return (
    <div className={styles.list}>
      {plans.map((plan) => (
        <Card key={plan.id} as="article" padding="lg">
          <div className={styles.head}>
            <UserText as="h2" className={styles.title}>
              {plan.title}
            </UserText>
            {plan.follow_up_date !== null && (
              <Badge tone="attention" icon="calendar">
                {messages.followUp(formatDate(plan.follow_up_date, 'short'))}
              </Badge>
            )}
          </div>
          <p className={styles.meta}>
            <time dateTime={plan.created_at}>{writtenOn(plan.created_at)}</time> {messages.by} <UserText>{plan.therapist_name}</UserText>
          </p>
          <LongText text={plan.description} className={styles.text} />
          {plan.recommended_actions.length > 0 && (
            <>
              <h3 className={styles.subtitle}>{messages.actions}</h3>
              <ul>
                {plan.recommended_actions.map((action, index) => (
                  <li key={index}>
                    <UserText>{action}</UserText>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Card>
      ))}
    </div>
  );
}
