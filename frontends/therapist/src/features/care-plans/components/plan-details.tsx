import { Badge } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Icon } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import clsx from 'clsx';
import { useState } from 'react';
import details from '../../../records/details.module.css';
import { Facts } from '../../../records/facts';
import { RecordFailure } from '../../../records/record-failure';
import { RecordSheet, SheetLoading, useOpenedPlace } from '../../../records/record-sheet';
import { dayWords, momentWords } from '../../../records/record-words';
import { type CarePlan, planQuery, useGoalProgress } from '../care-plans.api';
import { FAILURE_WORDS, planMessages as messages } from '../messages';
import { nameWords, STATUS_TONES } from '../plan-words';
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
  const place = useOpenedPlace(true);
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={messages.title} className={clsx(details.place, styles.plan)}>
      <div className={styles.back}>
        <Button size="sm" variant="quiet" icon="arrow-left" onClick={props.onClose}>
          {messages.back}
        </Button>
      </div>
      <OpenPlan {...props} />
    </div>
  );
}

function OpenPlan({ id, ...props }: PlanDetailsProps) {
  // The client may be ticking something off this moment.
  const query = useQuery({ ...planQuery(id), staleTime: 0 });
  const { data: plan } = query;
  if (query.isLoadingError) {
    return (
      <Card padding="none">
        <RecordFailure query={query} words={FAILURE_WORDS} />
      </Card>
    );
  }
  if (plan === undefined) return <SheetLoading label={messages.loadingPlan} />;
  const name = nameWords(plan.client_name);
  const facts = [
    [messages.client, name],
    [messages.followUp, plan.follow_up_date && dayWords(plan.follow_up_date)],
    [messages.published, plan.published_at && momentWords(plan.published_at)],
    [messages.withdrawn, plan.withdrawn_at && momentWords(plan.withdrawn_at)],
    [messages.updated, momentWords(plan.updated_at)],
  ] as const;
  return (
    <>
      {!plan.is_publishable && plan.status !== 'published' && (
        <Banner tone="attention" title={messages.notKnownTitle}>
          {messages.notKnownText}
        </Banner>
      )}
      <RecordSheet id="plan-title" title={plan.title} badges={<Badge tone={STATUS_TONES[plan.status]}>{messages.status[plan.status]}</Badge>} actions={<Actions plan={plan} {...props} />}>
        <p className={styles.who}>
          <Icon name={plan.status === 'published' ? 'eye' : 'eye-off'} size={20} />
          <span>{plan.status === 'published' ? messages.seenBy(name) : plan.status === 'withdrawn' ? messages.seenNoLonger(name) : messages.seenByNobody}</span>
        </p>
        <Facts facts={facts} />
        {plan.description.trim() === '' ? (
          <p className={styles.soft}>{messages.noDescription}</p>
        ) : (
          <UserText as="div" className={styles.text} preserveLines>
            {plan.description}
          </UserText>
        )}
        <Done plan={plan} />
        <Goals plan={plan} />
      </RecordSheet>
    </>
  );
}

function Actions({ plan, actions, onOthers, onOpenNote }: { plan: CarePlan } & Omit<PlanDetailsProps, 'id'>) {
  const { note_id: noteId } = plan;
  return (
    <>
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
    </>
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
