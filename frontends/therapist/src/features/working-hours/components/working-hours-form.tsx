import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { today, zoneLabel } from '@attune/shared-ui/format';
import { useEffect, useRef } from 'react';
import type { WorkingHours } from '../working-hours.api';
import { useHoursForm } from '../use-hours-form';
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
  const form = useRef<HTMLFormElement>(null);
  const { draft, errors, problems, change, submit, saving, dirty } = useHoursForm(hours);
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  const save = async () => {
    if (await submit()) return;
    // The errors are on the page only after the next paint.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Working hours"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problems.length > 0 && (
        <Banner tone="danger" role="alert">
          {problems.map((problem) => (
            <p key={problem} className={styles.problem}>
              {problem}
            </p>
          ))}
        </Banner>
      )}
      <section className={styles.section}>
        <h3 className={styles.title}>Every week</h3>
        <p className={styles.soft}>Times are in {zoneLabel(hours.timezone)}, the time zone of your profile.</p>
        <WeeklyHours draft={draft} errors={errors.rows} onChange={change} />
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>Dates with other hours</h3>
        <DateOverrides
          overrides={draft.overrides}
          errors={errors.rows}
          today={today(hours.timezone)}
          onChange={(overrides) => change({ ...draft, overrides })}
        />
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>Booking rules</h3>
        <RulesFields rules={draft.rules} errors={errors.rules} onChange={(rules) => change({ ...draft, rules })} />
      </section>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="lg" loading={saving}>
          {saving ? 'Saving...' : 'Save working hours'}
        </Button>
        {dirty && !saving && <span className={styles.soft}>You have unsaved changes.</span>}
      </div>
    </form>
  );
}
