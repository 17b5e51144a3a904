import { Badge } from '@attune/shared-ui/components/badge';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { Link, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { appointmentWords, isWaiting, momentWords, statusTone } from '../answer-words';
import { type SentForm, useSendAgain, useWithdraw } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';
import { ItemNine } from './item-nine';
import styles from './sent-form-row.module.css';

interface SentFormRowProps {
  form: SentForm;
  /** With client and appointment, where the list is not about one of them. */
  withClient?: boolean;
  /** Of its heading. */
  level?: 2 | 3;
}

/** One form that was sent: how far it is, and what can be done with it now. */
export function SentFormRow({ form, withClient = false, level = 3 }: SentFormRowProps) {
  const { title, client_name, status, starts_at, timezone } = form;
  const Heading = `h${level}` as const;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.head}>
          <Heading className={styles.title}>
            <UserText>{title}</UserText>
          </Heading>
          <Badge tone={statusTone(status)}>{messages.status[status]}</Badge>
          <ItemNine forms={[form]} />
        </div>
        {withClient && (
          <p>
            <UserText>{client_name}</UserText>
          </p>
        )}
        {withClient && starts_at !== null && timezone !== null && (
          <p className={styles.soft}>
            {messages.forAppointment} <time dateTime={starts_at}>{appointmentWords(starts_at, timezone)}</time>
          </p>
        )}
        <Times form={form} />
      </div>
      <Actions form={form} />
    </li>
  );
}

/** When it was sent, and everything that happened to it since. */
function Times({ form }: { form: SentForm }) {
  const { sent, opened, started, completed } = messages.status;
  const steps = [
    [sent, form.sent_at],
    [opened, form.opened_at],
    [started, form.started_at],
    [messages.reminded, form.reminded_at],
    [completed, form.completed_at],
  ] as const;
  return (
    <ul className={styles.times}>
      {steps.map(([name, at]) => at !== null && (
        <li key={name}>
          {name} <time dateTime={at}>{momentWords(at)}</time>
        </li>
      ))}
    </ul>
  );
}

function Actions({ form }: { form: SentForm }) {
  const { id, title, client_name, status } = form;
  const [asking, setAsking] = useState(false);
  const again = useSendAgain();
  const withdrawal = useWithdraw();
  const whom = `${title}, ${client_name}`;

  const sendAgain = async () => {
    try {
      await again.mutateAsync(id);
      toast.success(messages.sentAgain);
    } catch (error) {
      toast.error(refusalText(error, messages.sendAgainFailed));
    }
  };
  const withdraw = async () => {
    try {
      await withdrawal.mutateAsync(id);
      toast.success(messages.withdrawn);
    } catch (error) {
      toast.error(refusalText(error, messages.withdrawFailed));
    }
    setAsking(false);
  };

  if (status === 'completed') {
    return (
      <div className={styles.actions}>
        <Link to={`/intake-forms/answers/${id}`} className={buttonClass({ size: 'sm' })} aria-label={`${messages.read}: ${whom}`}>
          {messages.read}
        </Link>
      </div>
    );
  }
  // The question stays until the list has been read anew, which takes the row's buttons away.
  if (!isWaiting(form) && !asking) return null;
  return (
    <div className={styles.actions}>
      <Button size="sm" icon="mail" loading={again.isPending} aria-label={`${messages.sendAgain}: ${whom}`} onClick={() => void sendAgain()}>
        {messages.sendAgain}
      </Button>
      <Button size="sm" variant="quiet" disabled={withdrawal.isPending} aria-label={`${messages.withdraw}: ${whom}`} onClick={() => setAsking(true)}>
        {messages.withdraw}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={messages.withdrawQuestion}
        body={
          <>
            <strong>
              <UserText>{title}</UserText>, <UserText>{client_name}</UserText>
            </strong>
            <br />
            {messages.withdrawBody}
          </>
        }
        confirmLabel={messages.withdraw}
        cancelLabel={messages.keep}
        loading={withdrawal.isPending}
        onConfirm={() => void withdraw()}
      />
    </div>
  );
}
