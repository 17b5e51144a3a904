import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { Link, toast, useQuery } from '@attune/shared-ui/runtime';
import { type FormEvent, useRef, useState } from 'react';
import { type OwnForm, type SentForm, sendableFormsQuery, useSendForm } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';
import styles from './booking-forms.module.css';

interface SendFormProps {
  bookingId: string;
  /** Of the client whom it goes to. */
  address: string;
  /** The appointment is still to come and stands. */
  ahead: boolean;
  /** What belongs to the appointment already. */
  sent: readonly SentForm[];
}

/** Sends one of the therapist's forms to the client of an appointment. */
export function SendForm({ bookingId, address, ahead, sent }: SendFormProps) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(sendableFormsQuery());
  if (isLoadingError) {
    return (
      <div className={styles.send} role="alert">
        <p>{messages.formsFailed}</p>
        <Button size="sm" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className={styles.send}>
        <SkeletonGroup label={messages.loadingList}>
          <Skeleton height={64} />
        </SkeletonGroup>
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <div className={styles.send}>
        <p>{messages.noForms}</p>
        <Link to="/intake-forms" className={buttonClass({ size: 'sm' })}>
          {messages.makeForm}
        </Link>
      </div>
    );
  }
  return <Choice forms={data} bookingId={bookingId} address={address} ahead={ahead} sent={sent} />;
}

function Choice({ forms, bookingId, address, ahead, sent }: SendFormProps & { forms: readonly OwnForm[] }) {
  const [formId, setFormId] = useState('');
  const [problem, setProblem] = useState<string>();
  const select = useRef<HTMLDivElement>(null);
  const send = useSendForm();
  const taken = new Set(sent.filter(({ status }) => status !== 'withdrawn').map(({ form_id }) => form_id));
  const refuse = (text: string) => {
    setProblem(text);
    select.current?.querySelector('select')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    if (formId === '') return refuse(messages.pleaseChoose);
    setProblem(undefined);
    try {
      await send.mutateAsync({ form_id: formId, booking_id: bookingId });
      setFormId('');
      toast.success(messages.sent);
    } catch (error) {
      refuse(refusalText(error, messages.sendFailed));
    }
  };

  return (
    <form className={styles.send} aria-label={messages.sendAForm} noValidate onSubmit={(event) => void submit(event)}>
      <h3 className={styles.sendTitle}>{messages.sendAForm}</h3>
      <div ref={select}>
        <Field label={messages.form} hint={ahead ? messages.aheadHint : messages.pastHint} error={problem}>
          {(aria) => (
            <Select
              {...aria}
              value={formId}
              placeholder={messages.chooseForm}
              options={forms.map(({ id, title }) => ({ value: id, label: taken.has(id) ? `${title} (${messages.alreadySent})` : title, disabled: taken.has(id) }))}
              onChange={(id) => {
                setFormId(id);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
      </div>
      <p className={styles.goesTo}>{messages.goesTo(address)}</p>
      <Button type="submit" variant="primary" loading={send.isPending}>
        {messages.send}
      </Button>
    </form>
  );
}
