import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { UserText } from '@attune/shared-ui/components/user-text';
import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import type { WholePlan } from '../../../wire';
import { recordMessages as messages } from '../messages';
import { useTick } from '../plans.api';
import { writtenOn } from '../record-words';
import planStyles from './plan.module.css';
import styles from './records.module.css';

/** What the client is asked to do, to be ticked off. The therapist sees it, which stands below. @param isWhole whether these are all actions of the plan: then they are counted */
export function PlanActions({ plan, isWhole }: { plan: WholePlan; isWhole: boolean }) {
  const { id: planId, actions } = plan;
  const headingId = useId();
  const tick = useTick();
  const done = actions.filter(({ done_at }) => done_at !== null).length;
  const press = async (actionId: string, isDone: boolean) => {
    try {
      await tick.mutateAsync({ planId, actionId, done: isDone });
    } catch (error) {
      // Where a fresh code is asked for, the way to it takes the place of the plans.
      toast.error(proofRequired(error) ? messages.proofForTick : refusalText(error, messages.tickFailed));
    }
  };
  return (
    <div role="group" aria-labelledby={headingId}>
      <div className={planStyles.head}>
        <h3 id={headingId} className={styles.subtitle}>
          {messages.actions}
        </h3>
        {isWhole && (
          <p className={planStyles.count} role="status">
            {messages.doneOf(done, actions.length)}
          </p>
        )}
      </div>
      <ul className={planStyles.actions}>
        {actions.map(({ id, text, done_at }) => (
          <li key={id}>
            <Checkbox
              label={<UserText>{text}</UserText>}
              description={done_at === null ? undefined : messages.doneOn(writtenOn(done_at))}
              checked={done_at !== null}
              onChange={(event) => void press(id, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      <p className={planStyles.hint}>{messages.ticksSeen}</p>
    </div>
  );
}
