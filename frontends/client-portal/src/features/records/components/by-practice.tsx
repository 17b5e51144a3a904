import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import { recordMessages as messages } from '../messages';
import { useConfirmPractice } from '../practices.api';
import styles from './by-practice.module.css';

interface FromPractice {
  therapist_id: string;
  therapist_name: string;
  practice_confirmed: boolean;
}

interface ByPracticeProps<Item> {
  items: readonly Item[];
  /** Also of none. */
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * What practices wrote that the client belongs to by their own deed; what others wrote stands below, closed. Anybody can call themselves a
 * therapist and book for a foreign address.
 */
export function ByPractice<Item extends FromPractice>({ items, children }: ByPracticeProps<Item>) {
  const others = new Map<string, Item[]>();
  for (const item of items) if (!item.practice_confirmed) others.set(item.therapist_id, [...(others.get(item.therapist_id) ?? []), item]);
  return (
    <div className={styles.groups}>
      {children(items.filter((item) => item.practice_confirmed))}
      {[...others].map(([id, written]) => (
        <Unconfirmed key={id} therapistId={id} name={written[0]?.therapist_name ?? ''} count={written.length}>
          {children(written)}
        </Unconfirmed>
      ))}
    </div>
  );
}

interface UnconfirmedProps {
  therapistId: string;
  name: string;
  count: number;
  children: ReactNode;
}

function Unconfirmed({ therapistId, name, count, children }: UnconfirmedProps) {
  const confirm = useConfirmPractice();
  const press = () => confirm.mutate(therapistId, { onError: (error) => toast.error(refusalText(error, messages.confirmFailed)) });
  return (
    <section aria-label={messages.unconfirmedTitle(name)} className={styles.group}>
      <Banner tone="attention" title={messages.unconfirmedTitle(name)}>
        <p>{messages.unconfirmedText}</p>
        <Button size="sm" loading={confirm.isPending} onClick={press}>
          {messages.confirmPractice}
        </Button>
      </Banner>
      <details className={styles.details}>
        <summary>{messages.showUnconfirmed(count)}</summary>
        {children}
      </details>
    </section>
  );
}
