import { Button } from '@attune/shared-ui/components/button';
import { today, zoneLabel } from '@attune/shared-ui/format';
import { FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo } from 'react';
import type { WorkingHours } from '../working-hours.api';
import { useSaveWorkingHours, workingHoursKey } from '../working-hours.api';
import { bodyOf, type HoursValues, problemsOf, valuesOf } from '../hours-rules';
import { hoursMessages } from '../messages';
import { DateOverrides } from './date-overrides';
import { RulesFields } from './rules-fields';
import { WeeklyHours } from './weekly-hours';
import styles from './working-hours-form.module.css';

interface WorkingHoursFormProps {
  hours: WorkingHours;
  onDirtyChange: (dirty: boolean) => void;
}

/** Week, single dates and booking rules, saved together. */
export function WorkingHoursForm({ hours, onDirtyChange }: WorkingHoursFormProps) {
  const day = today(hours.timezone);
  const form = useHoursForm(hours, day);
  const { busy, dirty } = form;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  return (
    <form {...form.props} aria-label="Working hours" className={styles.form}>
      <FormNotes form={form} />
      <section className={styles.section}>
        <h3 className={styles.title}>Every week</h3>
        <p className={styles.soft}>Times are in {zoneLabel(hours.timezone)}, the time zone of your profile.</p>
        <WeeklyHours form={form} />
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>Dates with other hours</h3>
        <DateOverrides form={form} today={day} />
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>Booking rules</h3>
        <RulesFields form={form} />
      </section>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="lg" loading={busy}>
          {busy ? 'Saving...' : 'Save working hours'}
        </Button>
        {dirty && !busy && <span className={styles.soft}>You have unsaved changes.</span>}
      </div>
    </form>
  );
}

/** Errors appear at the first save and then follow what is typed: a window is wrong because of another one. */
function useHoursForm(hours: WorkingHours, day: string) {
  const queryClient = useQueryClient();
  const save = useSaveWorkingHours();
  return useServerForm<HoursValues>({
    stored: useMemo(() => valuesOf(hours, day), [hours, day]),
    keep: { form: 'working-hours' },
    check: (values) => problemsOf(values, day),
    checksOn: true,
    send: async (values) => {
      const saved = valuesOf(await save.mutateAsync(bodyOf(values)), day);
      toast.success(hoursMessages.saved);
      return saved;
    },
    onInvalid: () => void toast.error(hoursMessages.checkFields),
    onRefused: () => void toast.error(hoursMessages.saveFailed),
    refresh: () => void queryClient.invalidateQueries({ queryKey: workingHoursKey }),
  });
}
