import { Button } from '@attune/shared-ui/components/button';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { FormField, FormNotes, type ServerForm, useField, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo } from 'react';
import { reminderMessages as messages } from '../messages';
import { bodyOf, HOURS_OPTIONS, problemsOf, type ReminderValues, valuesOf } from '../reminder-values';
import { type ReminderSettings, remindersKey, useSaveReminders } from '../reminders.api';
import styles from './reminders-card.module.css';

interface RemindersFormProps {
  settings: ReminderSettings;
  onDirtyChange: (dirty: boolean) => void;
}

const SERVICE_OPTIONS = [{ value: '', label: messages.asAbove }, ...HOURS_OPTIONS];

/** How long before an appointment, in which hours not, and what is another time for a service, saved together. */
export function RemindersForm({ settings, onDirtyChange }: RemindersFormProps) {
  const form = useRemindersForm(settings);
  const { busy, dirty } = form;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);
  return (
    <form {...form.props} aria-label={messages.title} className={styles.form}>
      <FormNotes form={form} />
      <FormField form={form} name="hours_before" label={messages.when}>
        {(control) => <Select {...control} options={HOURS_OPTIONS} />}
      </FormField>
      <div className={styles.grid}>
        <FormField form={form} name="quiet_from" label={messages.quietFrom}>
          {(control) => <TextInput {...control} type="time" />}
        </FormField>
        <FormField form={form} name="quiet_to" label={messages.quietTo}>
          {(control) => <TextInput {...control} type="time" />}
        </FormField>
      </div>
      <p className={styles.soft}>{messages.quietText}</p>
      {settings.services.length > 0 && (
        <details className={styles.services} open={settings.services.some(({ hours_before }) => hours_before !== null)}>
          <summary>{messages.services}</summary>
          <div className={styles.grid}>
            {settings.services.map(({ service_id, service_name }) => (
              <FormField key={service_id} form={form} name={`services.${service_id}`} label={<UserText>{service_name}</UserText>}>
                {(control) => <Select {...control} options={SERVICE_OPTIONS} />}
              </FormField>
            ))}
          </div>
        </details>
      )}
      <MorningField form={form} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={busy}>
          {busy ? 'Saving...' : 'Save reminders'}
        </Button>
        {dirty && !busy && <span>You have unsaved changes.</span>}
      </div>
    </form>
  );
}

function MorningField({ form }: { form: ServerForm<ReminderValues> }) {
  const { value, onChange, ...control } = useField(form, 'morning_digest').control;
  return <Checkbox {...control} label={messages.digest} description={messages.digestHint} checked={value} onChange={(event) => onChange(event.target.checked)} />;
}

function useRemindersForm(settings: ReminderSettings) {
  const queryClient = useQueryClient();
  const save = useSaveReminders();
  return useServerForm<ReminderValues>({
    stored: useMemo(() => valuesOf(settings), [settings]),
    keep: { form: 'reminders' },
    check: problemsOf,
    checksOn: true,
    send: async (values) => {
      const saved = valuesOf(await save.mutateAsync(bodyOf(values, settings.services)));
      toast.success(messages.saved);
      return saved;
    },
    onInvalid: () => void toast.error(messages.checkFields),
    onRefused: () => void toast.error(messages.saveFailed),
    refresh: () => void queryClient.invalidateQueries({ queryKey: remindersKey }),
  });
}
