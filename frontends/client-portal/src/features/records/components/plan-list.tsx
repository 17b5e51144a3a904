import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate } from '@attune/shared-ui/format';
import type { CarePlan } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { planQuery, plansQuery, useTicksElsewhere } from '../plans.api';
import { writtenOn } from '../record-words';
import { useWhole } from '../use-whole';
import { ByPractice } from './by-practice';
import { MoreInCopy } from './more-in-copy';
import { Older } from './older';
import { PlanActions } from './plan-actions';
import planStyles from './plan.module.css';
import styles from './records.module.css';
import { ShowWhole } from './show-whole';

interface PlanListProps {
  /** The newest. */
  plans: readonly CarePlan[];
  /** How many there are. */
  all: number;
  /** Where they go on. */
  older: string | null;
}

/** The care plans that therapists made for this client, newest first. */
export function PlanList({ plans, all, older }: PlanListProps) {
  useTicksElsewhere();
  const more = older !== null && (
    <Older cursor={older} query={plansQuery} label={messages.showOlderPlans} title={messages.olderPlansTitle}>
      {(entries) => <Cards plans={entries} />}
    </Older>
  );
  return (
    <>
      <ByPractice items={plans} after={more}>
        {(some) => <Plans plans={some} />}
      </ByPractice>
      {older === null && all > plans.length && <MoreInCopy text={messages.olderPlans(all - plans.length)} />}
    </>
  );
}

function Plans({ plans }: { plans: readonly CarePlan[] }) {
  if (plans.length > 0) return <Cards plans={plans} />;
  return (
    <Card padding="none">
      <EmptyState level={2} drawing="forms" title={messages.noPlansTitle} text={messages.noPlansText} />
    </Card>
  );
}

function Cards({ plans }: { plans: readonly CarePlan[] }) {
  return (
    <div className={styles.list}>
      {plans.map((plan) => (
        <Plan key={plan.id} beginning={plan} />
      ))}
    </div>
  );
}

function Plan({ beginning }: { beginning: CarePlan }) {
  const whole = useWhole(planQuery(beginning.id));
  const plan = whole.data ?? beginning;
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
      {plan.description !== '' && (
        <UserText as="p" className={styles.text} preserveLines>
          {plan.description}
        </UserText>
      )}
      {plan.actions.length > 0 && <PlanActions plan={plan} isWhole={beginning.is_whole || whole.data !== undefined} />}
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
      {!beginning.is_whole && <ShowWhole whole={whole} label={messages.showWholePlan} />}
    </Card>
  );
}
