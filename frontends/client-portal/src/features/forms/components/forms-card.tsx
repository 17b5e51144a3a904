import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useNavigate, useQuery } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import type { OwnForm } from '../../../wire';
import { dayWords, isWaiting, statusTone, waitingFirst, whatFor } from '../form-words';
import { linkOf, ownFormsQuery } from '../forms.api';
import { formMessages as messages } from '../messages';
import styles from './forms-card.module.css';

const PAGE = 5;

/** The client's forms, what waits first. Nothing while there are none. */
export function FormsCard() {
  const headingId = useId();
  const [shown, setShown] = useState(PAGE);
  const { data, isFetching, isFetched, refetch } = useQuery({ ...ownFormsQuery(), retryOnMount: false });
  // Also while it is tried again: the button that was pressed stays.
  const failed = data === undefined && isFetched;
  if (!failed && (data === undefined || data.length === 0)) return null;
  const forms = waitingFirst(data ?? []);
  return (
    <Card as="section" padding="none" aria-labelledby={headingId}>
      <CardHeader id={headingId} title={messages.title} />
      {failed && <ErrorPanel level={3} title={messages.loadFailed} text={messages.tryLater} onRetry={() => void refetch()} retrying={isFetching} />}
      <ul className={styles.list}>
        {forms.slice(0, shown).map((form) => (
          <FormRow key={form.id} form={form} />
        ))}
      </ul>
      {forms.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + PAGE)}>{messages.showMore}</Button>
        </div>
      )}
    </Card>
  );
}

function FormRow({ form }: { form: OwnForm }) {
  const { id, title, therapist_name, status, completed_at } = form;
  const navigate = useNavigate();
  const [opening, setOpening] = useState(false);
  const fillIn = async () => {
    setOpening(true);
    try {
      await navigate(await linkOf(id));
    } catch (error) {
      toast.error(refusalText(error, messages.notOpened));
    }
    setOpening(false);
  };
  const action = status === 'started' ? messages.goOn : messages.fillIn;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3 className={styles.title}>
            <UserText>{title}</UserText>
          </h3>
          <Badge tone={statusTone(status)}>{messages.status[status]}</Badge>
        </div>
        <p className={styles.soft}>
          {messages.from} <UserText>{therapist_name}</UserText>
        </p>
        <p className={styles.soft}>{completed_at === null ? whatFor(form) : `${messages.completedOn} ${dayWords(completed_at)}`}</p>
      </div>
      {isWaiting(form) && (
        <Button variant="primary" size="sm" icon="form" loading={opening} aria-label={`${action}: ${title}`} onClick={() => void fillIn()}>
          {action}
        </Button>
      )}
    </li>
  );
}
