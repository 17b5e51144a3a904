import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate } from '@attune/shared-ui/format';
import type { CarePlan } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { useTicksElsewhere } from '../plans.api';
import { writtenOn } from '../record-words';
import { ByPractice } from './by-practice';
import { MoreInCopy } from './more-in-copy';
import { LongText } from './long-text';
import { PlanActions } from './plan-actions';
import planStyles from './plan.module.css';
import styles from './records.module.css';

/** The care plans that therapists made for this client, newest first. @param all how many there are */
export function PlanList({ plans, all }: { plans: readonly CarePlan[]; all: number }) {
  useTicksElsewhere();
  return (
    <>
      <ByPractice items={plans}>{(some) => <Plans plans={some} />}</ByPractice>
      {all > plans.length && <MoreInCopy text={messages.olderPlans(all - plans.length)} />}
    </>
  );
}

function Plans({ plans }: { plans: readonly CarePlan[] }) {
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
        <Plan key={plan.id} plan={plan} />
      ))}
    </div>
  );
}

function Plan({ plan }: { plan: CarePlan }) {
  return (
    <Card as="article" padding="lg">
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
      {plan.actions.length > 0 && <PlanActions plan={plan} />}
      {plan.goals.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{messages.goals}</h3>
          <ul className={planStyles.goals}>
            {plan.goals.map(({ id, text, progress }) => (
              <li key={id} className={planStyles.goal}>
                <div className={planStyles.words}>
                  <UserText>{text}</UserText>
                  <span className={planStyles.figure}>{messages.progress(progress)}</span>
                </div>
                <ProgressBar label={text} hideLabel value={progress} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
