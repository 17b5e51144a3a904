import { Button } from '@attune/shared-ui/components/button';
import { Switch } from '@attune/shared-ui/components/switch';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { region } from '@attune/shared-ui/format';
import { useRef } from 'react';
import { type HoursValues, REST_OF_WORKDAYS, WEEK } from '../hours-rules';
import { nextWindow, type TypedWindow } from '../start-windows';
import styles from './weekly-hours.module.css';
import { WindowsEditor } from './windows-editor';

interface WeeklyHoursProps {
  form: ServerForm<HoursValues>;
}

/** The week's hours, beginning as weeks do in the reader's region, each day open or closed. */
export function WeeklyHours({ form }: WeeklyHoursProps) {
  const copyMonday = () => {
    const monday = form.values().weekly[1]?.windows ?? [];
    for (const weekday of REST_OF_WORKDAYS) form.set(`weekly.${weekday}.windows`, monday);
  };
  return (
    <div className={styles.week}>
      <ul className={styles.days}>
        {ownWeek().map(({ weekday, name }) => (
          <Day key={weekday} form={form} weekday={weekday} name={name} />
        ))}
      </ul>
      <Button size="sm" icon="copy" onClick={copyMonday}>
        Copy Monday to all weekdays
      </Button>
    </div>
  );
}

function ownWeek(): typeof WEEK {
  const { weekStartsOn } = region();
  const place = ({ weekday }: { weekday: number }) => (weekday - weekStartsOn + 7) % 7;
  return [...WEEK].sort((one, other) => place(one) - place(other));
}

function Day({ form, weekday, name }: WeeklyHoursProps & { weekday: number; name: string }) {
  const path = `weekly.${weekday}.windows` as const;
  const { value: windows, onChange } = useField(form, path).control;
  // A day that was closed by mistake opens with the hours it had.
  const before = useRef<TypedWindow[]>(undefined);
  const open = windows.length > 0;

  const toggle = (opened: boolean) => {
    if (!opened) before.current = windows;
    onChange(opened ? (before.current ?? [nextWindow([])]) : []);
  };

  return (
    <li className={open ? `${styles.day} ${styles.open}` : styles.day}>
      <Switch label={name} checked={open} onChange={toggle} />
      {open ? (
        <WindowsEditor day={name} path={path} windows={windows} errorAt={form.errorAt} onChange={onChange} />
      ) : (
        <p className={styles.closed}>Closed</p>
      )}
    </li>
  );
}
