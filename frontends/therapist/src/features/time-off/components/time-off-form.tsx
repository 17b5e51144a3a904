import { Segmented } from '@attune/shared-ui/components/segmented';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, SILENT, useField, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useMemo, useState } from 'react';
import { AskedForm, useAsked } from '../../../writing/asked-form';
import type { Leave } from '../../../writing/use-asked-leave';
import { timeOffMessages as messages } from '../messages';
import { type TimeOff, useAddTimeOff, useChangeTimeOff } from '../time-off.api';
import { bodyOf, NEW_TIME_OFF, problemsOf, type TimeOffValues, valuesOf } from '../time-off-values';
import styles from './time-off-form.module.css';

const KINDS = [
  { value: 'holiday', label: 'Whole days' },
  { value: 'block', label: 'Hours of a day' },
];

const WORDS = { once: 'Save', again: 'Save and keep appointments', busy: 'Saving...' };

interface TimeOffFormProps {
  /** Accessible name of the form. */
  label: string;
  /** What is changed; without it something new is added. */
  timeOff?: TimeOff;
  onDone: () => void;
  /** Of the window that the form stands in. */
  leave: Leave;
}

/** Time off with its days or hours. Over appointments it asks once more before it is saved. */
export function TimeOffForm({ label, timeOff, onDone, leave }: TimeOffFormProps) {
  const { save, asked, forget } = useSaving(timeOff);
  const form = useServerForm<TimeOffValues>({
    stored: useMemo(() => (timeOff === undefined ? NEW_TIME_OFF : valuesOf(timeOff)), [timeOff]),
    keep: { form: 'time-off', ...(timeOff && { record: timeOff.id }) },
    check: problemsOf,
    send: async (values) => {
      await save(values);
      toast.success(timeOff === undefined ? messages.added : messages.changed);
      onDone();
    },
    onRefused: (error, told) => {
      // Said in the banner, with what to do about it.
      if (questionOf(error) !== undefined) return SILENT;
      toast.error(messages.saveFailed);
      return told;
    },
  });
  return (
    <AskedForm form={form} label={label} asked={asked} onInput={forget} words={WORDS} onDone={onDone} leave={leave}>
      <Fields form={form} onKind={forget} />
    </AskedForm>
  );
}

function Fields({ form, onKind }: { form: ServerForm<TimeOffValues>; onKind: () => void }) {
  const kind = useField(form, 'kind').control;
  const first = useField(form, 'first_date').control;
  return (
    <>
      <Segmented
        label="What is taken off"
        options={KINDS}
        value={kind.value}
        onChange={(next) => {
          onKind();
          kind.onChange(next);
        }}
      />
      <FormField form={form} name="name" label="Name" optional hint={messages.nameHint}>
        {(control) => <TextInput {...control} dir="auto" maxLength={80} />}
      </FormField>
      <div className={styles.pair}>
        <FormField form={form} name="first_date" label={kind.value === 'holiday' ? 'First day' : 'Day'}>
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        {kind.value === 'holiday' && (
          <FormField form={form} name="last_date" label="Last day" optional>
            {(control) => <TextInput {...control} type="date" min={first.value} />}
          </FormField>
        )}
      </div>
      {kind.value === 'block' && (
        <div className={styles.pair}>
          <FormField form={form} name="start_time" label="From">
            {(control) => <TextInput {...control} type="time" />}
          </FormField>
          <FormField form={form} name="end_time" label="To (00:00 ends the day)">
            {(control) => <TextInput {...control} type="time" />}
          </FormField>
        </div>
      )}
    </>
  );
}

const questionOf = (error: unknown): string | undefined => (error instanceof ApiError && error.status === 409 ? error.detail : undefined);

/** The first save asks whether appointments lie in the time; once it was said that some do, the next one keeps them. */
function useSaving(timeOff: TimeOff | undefined) {
  const add = useAddTimeOff();
  const change = useChangeTimeOff();
  const [{ keyFor }] = useState(createKeyring);
  return useAsked<TimeOffValues>(async (values, meant) => {
    const body = { ...bodyOf(values), ...(meant && { keep_appointments: true }) };
    await (timeOff === undefined ? add.mutateAsync({ body, key: keyFor(body) }) : change.mutateAsync({ id: timeOff.id, body }));
  }, questionOf);
}
