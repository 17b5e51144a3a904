import { Badge } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Icon } from '@attune/shared-ui/components/icon';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText, useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { type CarePlan, planQuery, useGoalProgress } from '../care-plans.api';
import { planMessages as messages } from '../messages';
import { dayWords, isAbsent, momentWords, nameWords, STATUS_TONES } from '../plan-words';
import type { PlanActions } from './plan-actions';
import styles from './plan-details.module.css';
import { ProgressField } from './progress-field';

interface PlanDetailsProps {
  id: string;
  actions: PlanActions;
  onClose: () => void;
  onOthers: (clientId: string) => void;
  onOpenNote: (id: string) => void;
}

/** One plan in full: what it says, who sees it, what the client has done, and how far the goals are. */
export function PlanDetails(props: PlanDetailsProps) {
  const place = useRef<HTMLDivElement>(null);
  // What was pressed to open it has gone with the list.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={messages.title} className={styles.place}>
      <div className={styles.back}>
        <Button size="sm" variant="quiet" icon="arrow-left" onClick={props.onClose}>
          {messages.back}
        </Button>
      </div>
      <OpenPlan {...props} />
    </div>
  );
}

function OpenPlan({ id, actions, onOthers, onOpenNote }: PlanDetailsProps) {
  // The client may be ticking something off this moment.
  const { data: plan, error, isLoadingError, isFetching, refetch } = useQuery({ ...planQuery(id), staleTime: 0 });
  const absent = isAbsent(error);
  useFailureToast(isLoadingError && !absent, messages.detailsFailed);
  if (isLoadingError) {
    return (
      <Card padding="none">
        <ErrorPanel
          level={3}
          title={absent ? messages.gone : messages.detailsFailed}
          text={absent ? messages.goneText : messages.loadFailedHint}
          onRetry={absent ? undefined : () => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  if (plan === undefined) return <Loading />;
  const name = nameWords(plan.client_name);
  const { note_id: noteId } = plan;
  return (
    <>
      {!plan.is_publishable && plan.status !== 'published' && (
        <Banner tone="attention" title={messages.notKnownTitle}>
          {messages.notKnownText}
        </Banner>
      )}
      <Card as="section" padding="lg" aria-labelledby="plan-title">
        <div className={styles.sheet}>
          <header className={styles.head}>
            <UserText as="h3" id="plan-title" className={styles.title}>
              {plan.title}
            </UserText>
            <Badge tone={STATUS_TONES[plan.status]}>{messages.status[plan.status]}</Badge>
          </header>
          <p className={styles.who}>
            <Icon name={plan.status === 'published' ? 'eye' : 'eye-off'} size={20} />
            <span>{plan.status === 'published' ? messages.seenBy(name) : plan.status === 'withdrawn' ? messages.seenNoLonger(name) : messages.seenByNobody}</span>
          </p>
          <Facts plan={plan} />
          {plan.description.trim() === '' ? (
            <p className={styles.soft}>{messages.noDescription}</p>
          ) : (
            <UserText as="div" className={styles.text} preserveLines>
              {plan.description}
            </UserText>
          )}
          <Done plan={plan} />
          <Goals plan={plan} />
          <div className={styles.actions}>
            {plan.status === 'published' ? (
              <Button icon="eye-off" loading={actions.withdrawing} onClick={() => actions.withdraw(plan)}>
                {messages.withdraw}
              </Button>
            ) : (
              <Button variant="primary" icon="eye" disabled={!plan.is_publishable} onClick={() => actions.publish(plan)}>
                {messages.publish}
              </Button>
            )}
            <Button icon="edit" onClick={() => actions.edit(plan)}>
              {messages.edit}
            </Button>
            {noteId !== null && (
              <Button variant="quiet" icon="notes" onClick={() => onOpenNote(noteId)}>
                {messages.fromNote}
              </Button>
            )}
            <Button variant="quiet" icon="user" onClick={() => onOthers(plan.client_id)}>
              {messages.others}
            </Button>
            <Button variant="quiet" icon="trash" onClick={() => actions.remove(plan)}>
              {messages.remove}
            </Button>
          </div>
        </div>
      </Card>
    </>
  );
}

function Facts({ plan }: { plan: CarePlan }) {
  const facts = [
    [messages.client, nameWords(plan.client_name)],
    [messages.followUp, plan.follow_up_date && dayWords(plan.follow_up_date)],
    [messages.published, plan.published_at && momentWords(plan.published_at)],
    [messages.withdrawn, plan.withdrawn_at && momentWords(plan.withdrawn_at)],
    [messages.updated, momentWords(plan.updated_at)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => value !== null && (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <UserText>{value}</UserText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What the client ticked off, and when. */
function Done({ plan: { actions, status } }: { plan: CarePlan }) {
  if (actions.length === 0) return <p className={styles.soft}>{messages.noActions}</p>;
  const done = actions.filter(({ done_at }) => done_at !== null).length;
  return (
    <section className={styles.part} aria-labelledby="plan-actions">
      <div className={styles.partHead}>
        <h4 id="plan-actions">{messages.actions}</h4>
        {(status !== 'draft' || done > 0) && <p className={styles.soft}>{messages.doneOf(done, actions.length)}</p>}
      </div>
      <ul className={styles.done}>
        {actions.map(({ id, text, done_at }) => (
          <li key={id}>
            <span className={done_at === null ? styles.open : styles.tick}>{done_at !== null && <Icon name="check" size={16} />}</span>
            <div>
              <UserText>{text}</UserText>
              {(status !== 'draft' || done_at !== null) && <p className={styles.soft}>{done_at === null ? messages.notDone : messages.done(momentWords(done_at))}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Goals({ plan }: { plan: CarePlan }) {
  if (plan.goals.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="plan-goals">
      <h4 id="plan-goals">{messages.goals}</h4>
      <ul className={styles.goals}>
        {plan.goals.map((goal) => (
          <li key={goal.id}>
            <UserText>{goal.text}</UserText>
            <Progress planId={plan.id} goal={goal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saved when it is let go of; where it was not, it goes back to what is saved. */
function Progress({ planId, goal }: { planId: string; goal: CarePlan['goals'][number] }) {
  const save = useGoalProgress();
  const [moved, setMoved] = useState<number>();
  const send = async () => {
    if (moved === undefined || moved === goal.progress || save.isPending) return;
    try {
      await save.mutateAsync({ id: planId, goalId: goal.id, progress: moved });
    } catch (error) {
      toast.error(refusalText(error, messages.progressFailed));
    }
    setMoved(undefined);
  };
  return <ProgressField label={messages.progressOf(goal.text)} value={moved ?? goal.progress} onChange={setMoved} onDone={() => void send()} />;
}

function Loading() {
  return (
    <Card padding="lg">
      <SkeletonGroup label={messages.loadingPlan}>
        <div className={styles.sheet}>
          <Skeleton width="45%" height={26} />
          <Skeleton width="60%" />
          <Skeleton />
          <Skeleton width="75%" />
        </div>
      </SkeletonGroup>
    </Card>
  );
}
