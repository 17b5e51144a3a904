import { Button } from '@attune/shared-ui/components/button';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { Radio } from '@attune/shared-ui/components/radio';
import { Select } from '@attune/shared-ui/components/select';
import { UserText } from '@attune/shared-ui/components/user-text';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { FormField, FormNotes, type ServerForm, useField, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo } from 'react';
import { calendarStatusKey } from '../../../notices.api';
import { type CalendarStatus, useChoose } from '../calendar.api';
import { bodyOf, type CalendarSource, type ChoicesValues, problemsOf, targetOptions, valuesOf } from '../choices-values';
import { calendarMessages as messages } from '../messages';
import styles from './choices-form.module.css';

interface ChoicesFormProps {
  status: CalendarStatus;
  onDirtyChange: (dirty: boolean) => void;
  onSaved: () => void;
}

/** Which calendars block times, which one takes appointments, how those are called there, and links for video: saved together. */
export function ChoicesForm({ status, onDirtyChange, onSaved }: ChoicesFormProps) {
  const form = useChoicesForm(status, onSaved);
  const { busy, dirty } = form;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);
  return (
    <form {...form.props} aria-label={messages.choicesTitle} className={styles.form}>
      <FormNotes form={form} />
      <FieldGroup legend={messages.blocking} hint={messages.blockingHint}>
        <ul className={styles.calendars}>
          {status.calendars.filter(isOfMatter).map((calendar) => (
            <li key={calendar.id}>
              <BlockingField form={form} calendar={calendar} />
            </li>
          ))}
        </ul>
      </FieldGroup>
      <TargetField form={form} calendars={status.calendars} />
      <TitlesField form={form} />
      <MeetField form={form} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={busy}>
          {busy ? messages.saving : messages.save}
        </Button>
        {dirty && !busy && <span>{messages.unsaved}</span>}
      </div>
    </form>
  );
}

/** One that is gone is told of while something was chosen for it. */
const isOfMatter = ({ gone, blocks }: CalendarSource) => !gone || blocks;

function BlockingField({ form, calendar }: { form: ServerForm<ChoicesValues>; calendar: CalendarSource }) {
  const { value, onChange, ...control } = useField(form, `blocking.${calendar.id}`).control;
  const about = [calendar.is_primary && messages.primary, calendar.gone && messages.gone, calendar.timezone !== localZone() && messages.zone(zoneLabel(calendar.timezone))].filter((word) => word !== false);
  return (
    <Checkbox
      {...control}
      label={<UserText>{calendar.name}</UserText>}
      description={about.length > 0 && about.join(' · ')}
      checked={value ?? false}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

function TargetField({ form, calendars }: { form: ServerForm<ChoicesValues>; calendars: readonly CalendarSource[] }) {
  return (
    <FormField form={form} name="appointments" label={messages.target} hint={messages.targetHint}>
      {(control) => <Select {...control} options={targetOptions(calendars, control.value)} />}
    </FormField>
  );
}

function TitlesField({ form }: { form: ServerForm<ChoicesValues> }) {
  const { control, error } = useField(form, 'titles');
  const { value, onChange, ...mark } = control;
  const options = [
    { value: 'initials', label: messages.initials },
    { value: 'plain', label: messages.plain },
  ] as const;
  return (
    <FieldGroup legend={messages.titles} hint={messages.titlesHint} error={error}>
      {options.map((option) => (
        <Radio key={option.value} {...mark} name="titles" label={option.label} checked={value === option.value} onChange={() => onChange(option.value)} />
      ))}
    </FieldGroup>
  );
}

function MeetField({ form }: { form: ServerForm<ChoicesValues> }) {
  const { value, onChange, ...control } = useField(form, 'meet_links').control;
  return <Checkbox {...control} label={messages.meet} description={messages.meetHint} checked={value} onChange={(event) => onChange(event.target.checked)} />;
}

function useChoicesForm(status: CalendarStatus, onSaved: () => void) {
  const queryClient = useQueryClient();
  const choose = useChoose();
  return useServerForm<ChoicesValues>({
    stored: useMemo(() => valuesOf(status), [status]),
    keep: { form: 'calendar-choices' },
    check: (values) => problemsOf(values, status.calendars),
    checksOn: true,
    send: async (values) => {
      const saved = valuesOf(await choose.mutateAsync(bodyOf(values, status.calendars)));
      toast.success(messages.saved);
      onSaved();
      return saved;
    },
    onInvalid: () => void toast.error(messages.saveFailed),
    onRefused: () => void toast.error(messages.saveFailed),
    refresh: () => void queryClient.invalidateQueries({ queryKey: calendarStatusKey }),
  });
}
