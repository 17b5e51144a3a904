import { Button } from '@attune/shared-ui/components/button';
import { Switch } from '@attune/shared-ui/components/switch';
import { useRef } from 'react';
import { type HoursDraft, WEEK, withDay, withMondayOnWeekdays } from '../hours-draft';
import { nextWindow, type WindowDraft } from '../start-windows';
import styles from './weekly-hours.module.css';
import { WindowsEditor } from './windows-editor';

interface WeeklyHoursProps {
  draft: HoursDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: HoursDraft) => void;
}

/** The week's hours, Monday first, each day open or closed. */
export function WeeklyHours({ draft, errors, onChange }: WeeklyHoursProps) {
  // A day that was closed by mistake opens with the hours it had.
  const before = useRef(new Map<number, readonly WindowDraft[]>());

  const toggle = (weekday: number, opened: boolean) => {
    const windows = draft.weekly[weekday] ?? [];
    if (!opened) before.current.set(weekday, windows);
    onChange(withDay(draft, weekday, opened ? (before.current.get(weekday) ?? [nextWindow([])]) : []));
  };

  return (
    <div className={styles.week}>
      <ul className={styles.days}>
        {WEEK.map(({ weekday, name }) => {
          const windows = draft.weekly[weekday] ?? [];
          const open = windows.length > 0;
          return (
            <li key={weekday} className={open ? `${styles.day} ${styles.open}` : styles.day}>
              <Switch
                label={name}
                checked={open}
                onChange={(opened) => toggle(weekday, opened)}
              />
              {open ? (
                <WindowsEditor
                  day={name}
                  windows={windows}
                  errors={errors}
                  onChange={(next) => onChange(withDay(draft, weekday, next))}
                />
              ) : (
                <p className={styles.closed}>Closed</p>
              )}
            </li>
          );
        })}
      </ul>
      <Button size="sm" icon="copy" onClick={() => onChange(withMondayOnWeekdays(draft))}>
        Copy Monday to all weekdays
      </Button>
    </div>
  );
}
