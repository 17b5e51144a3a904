import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { Icon } from '@attune/shared-ui/components/icon';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { instantInZone, localZone } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { IntakeFormView, type AnswerProblems } from '@attune/shared-ui/intake';
import { ApiError, readDrafts, useQueryClient, writeDraft } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { completeForm, formLinkKey, leaveForm, type FormLink, type FormSheet } from '../forms.api';
import { formPageMessages as messages } from '../messages';
import { dayOf } from '../practice-since';
import { useFormAnswers, type FormAnswers } from '../use-form-answers';
import styles from './form-to-fill.module.css';

interface FormToFillProps {
  token: string;
  link: FormLink;
  sheet: FormSheet;
  /** Whoever is signed in said so, of a practice that they never went to. */
  /** Absent for somebody who is signed in: logging out closes it. */
  onStop: (() => void) | undefined;
}

/** The form itself: every answer is saved as it is given, and signing sends them. */
export function FormToFill({ token, link, sheet, onStop }: FormToFillProps) {
  const queries = useQueryClient();
  const form = useFormAnswers(token, sheet);
  const signature = useSignature(token);
  const changed = useChangedNote(sheet.version);
  const answeredElsewhere = useOnce(link.answered_elsewhere);
  const [failure, setFailure] = useState<string>();

  const finish = async (): Promise<AnswerProblems | void> => {
    setFailure(undefined);
    if (signature.name.trim() === '') return signature.refuse(messages.signMissing);
    if (!(await form.flush())) return setFailure(messages.notSaved);
    try {
      const done = await completeForm(token, sheet.version, signature.name.trim());
      signature.forget();
      queries.setQueryData(formLinkKey(token), done);
    } catch (problem) {
      const error = problem instanceof ApiError ? problem : ApiError.unreachable();
      const problems = problemsOf(error);
      if (Object.keys(problems).length > 0) return problems;
      const name = error.errors?.find(({ field }) => field === 'signed_name');
      if (name) return signature.refuse(name.message);
      setFailure(error.detail);
      if (error.status === 409 || error.status === 403) await queries.invalidateQueries({ queryKey: formLinkKey(token) });
    }
  };

  return (
    <>
      <header className={styles.head}>
        <h1>
          <UserText>{sheet.title}</UserText>
        </h1>
        <p className={styles.about}>
          {messages.from}
          <UserText>{link.therapist_name}</UserText>
          {link.starts_at !== null && link.timezone !== null && `. ${messages.before(appointmentTime(link.starts_at, link.timezone))}`}
        </p>
        <p className={styles.about}>{messages.since(dayOf(link.practice_since))}</p>
        <p className={styles.noCodes}>
          <Icon name="lock" size={16} />
          {messages.noCodes}
        </p>
      </header>
      {answeredElsewhere && (
        <Banner tone="attention" role="status" title={messages.elsewhereTitle}>
          {messages.elsewhere}
        </Banner>
      )}
      {changed !== undefined && (
        <Banner tone="attention" role="status" title={messages.changedTitle}>
          {changed}
        </Banner>
      )}
      <IntakeFormView
        label={sheet.title}
        description={sheet.description}
        questions={sheet.questions}
        answers={form.answers}
        errors={form.problems}
        onAnswer={form.give}
        finishLabel={messages.finish}
        onFinish={finish}
        ending={
          <>
            <Field label={messages.sign} hint={messages.signHint} error={signature.error}>
              {(aria) => <TextInput {...aria} ref={signature.input} name="signed_name" maxLength={120} value={signature.name} onChange={(event) => signature.type(event.target.value)} />}
            </Field>
            {failure !== undefined && (
              <Banner tone="danger" role="alert" title={messages.notSentTitle}>
                {failure}
              </Banner>
            )}
          </>
        }
      />
      <SaveState form={form} />
      {onStop && Object.keys(form.answers).length > 0 && <StopHere token={token} typed={[form, signature]} flush={form.flush} onStop={onStop} />}
    </>
  );
}

function SaveState({ form: { phase, hasUnfinished, answers } }: { form: FormAnswers }) {
  const isBegun = Object.keys(answers).length > 0;
  const text = phase === 'waiting' ? messages.notSaved : phase === 'saving' ? messages.saving : hasUnfinished ? messages.unfinished : isBegun ? messages.saved : messages.savedAsYouGo;
  return (
    <p role="status" className={phase === 'waiting' ? styles.waiting : styles.state}>
      <Icon name={phase === 'waiting' ? 'alert' : 'check-circle'} size={16} />
      {text}
    </p>
  );
}

/** A way to leave nothing open behind, for whoever does not sign yet. */
function StopHere({ token, typed, flush, onStop }: { token: string; typed: { forget: () => void }[]; flush: () => Promise<unknown>; onStop: () => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stop = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await flush();
      const left = await leaveForm(token);
      for (const each of typed) each.forget();
      onStop();
      queries.setQueryData(formLinkKey(token), left);
    } catch (problem) {
      setFailure((problem instanceof ApiError ? problem : ApiError.unreachable()).detail);
      setBusy(false);
    }
  };
  return (
    <div className={styles.stop}>
      {failure !== undefined && (
        <Banner tone="danger" role="alert" title={messages.notStopped}>
          {failure}
        </Banner>
      )}
      <Button loading={busy} onClick={() => void stop()}>
        {messages.stop}
      </Button>
      <p>{messages.stopWhy}</p>
    </div>
  );
}

/** The name that is typed to sign; a reload keeps it. */
function useSignature(token: string) {
  const place = `signature ${token}`;
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(() => readDrafts<{ name: string }>('')[place]?.name ?? '');
  const [error, setError] = useState<string>();
  return {
    input,
    name,
    error,
    type: (typed: string) => {
      setName(typed);
      setError(undefined);
      writeDraft('', place, typed === '' ? undefined : { name: typed });
    },
    refuse: (sentence: string) => {
      setError(sentence);
      input.current?.focus();
    },
    forget: () => writeDraft('', place),
  };
}

/** Said once by the server, it stays on the page until the form is left. */
function useOnce(said: boolean): boolean {
  const [seen, setSeen] = useState(said);
  if (said && !seen) setSeen(true);
  return seen;
}

/** Says so when the therapist saves another version while this one is filled in. */
function useChangedNote(version: number): string | undefined {
  const first = useRef(version);
  const [note, setNote] = useState<string>();
  useEffect(() => {
    if (version !== first.current) setNote(messages.changed);
  }, [version]);
  return note;
}

function appointmentTime(startsAt: string, zone: string): string {
  const { date, time } = instantInZone(startsAt, zone);
  return ownTimeFirst(date, time, zone, localZone());
}

function problemsOf({ errors = [] }: ApiError): AnswerProblems {
  return Object.fromEntries(errors.flatMap(({ field, message }) => (field.startsWith('answers.') ? [[field.slice('answers.'.length), message]] : [])));
}
