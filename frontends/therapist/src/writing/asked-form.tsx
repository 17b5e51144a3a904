import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { FormNotes, type ServerForm } from '@attune/shared-ui/forms';
import { type ReactNode, useRef, useState } from 'react';
import styles from './asked-form.module.css';
import { LeaveDialog } from './leave-dialog';
import { writingMessages as messages } from './messages';
import { type Leave, useAskedLeave } from './use-asked-leave';

/**
 * A change that the server refuses once, with a question, unless it is meant: what was sent after the question means it.
 * @param send `meant`: the question was asked and nothing was changed since
 * @param questionOf the question of a refusal, if it is one
 */
export function useAsked<Values>(send: (values: Values, meant: boolean) => Promise<void>, questionOf: (error: unknown) => string | undefined) {
  const [asked, setAsked] = useState<string>();
  const latest = useRef(asked);
  latest.current = asked;
  const save = async (values: Values) => {
    try {
      await send(values, latest.current !== undefined);
    } catch (error) {
      setAsked(questionOf(error));
      throw error;
    }
  };
  return { save, asked, forget: () => setAsked(undefined) };
}

interface AskedFormProps<Values extends object> {
  form: ServerForm<Values>;
  /** Accessible name of the form. */
  label: string;
  /** What is asked before it is sent once more. */
  asked: string | undefined;
  /** Something was changed: what was asked is of no matter any more. */
  onInput: () => void;
  /** The words of the button: before the question, after it, and while it is sent. */
  words: { once: string; again: string; busy: string };
  cancelLabel?: string;
  onDone: () => void;
  /** Of the window that the form stands in. */
  leave: Leave;
  children: ReactNode;
}

/** A form in a window that may ask once more before it is saved, and never loses what was typed without a question. */
export function AskedForm<Values extends object>({ form, label, asked, onInput, words, cancelLabel = 'Cancel', onDone, leave, children }: AskedFormProps<Values>) {
  const { busy, dirty } = form;
  const { leaving, ask, stay } = useAskedLeave({ leave, busy, dirty, onLeave: onDone });
  return (
    <>
      <form {...form.props} aria-label={label} className={styles.form} onInput={onInput}>
        <FormNotes form={form} />
        {children}
        {asked !== undefined && (
          <Banner tone="attention" role="alert">
            {asked}
          </Banner>
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? words.busy : asked === undefined ? words.once : words.again}
          </Button>
          <Button variant="quiet" onClick={ask} disabled={busy}>
            {cancelLabel}
          </Button>
        </div>
      </form>
      {leaving && (
        <LeaveDialog
          text={messages.leaveText}
          keepLabel={messages.keepTyped}
          preferStaying
          onStay={stay}
          onKeep={onDone}
          onDiscard={() => {
            form.discard();
            onDone();
          }}
        />
      )}
    </>
  );
}
