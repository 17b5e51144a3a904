import { today } from '@attune/shared-ui/format';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { useSaveWorkingHours } from './working-hours.api';
import type { WorkingHours } from './working-hours.api';
import type { RuleName } from './booking-rules';
import {
  hasErrors,
  hoursBody,
  type HoursDraft,
  hoursDraft,
  type HoursErrors,
  hoursErrors,
  NO_ERRORS,
  sameHours,
} from './hours-draft';
import { hoursMessages } from './messages';

/** Server errors name fields such as `weekly.1.windows`; only the plain numbers have a field of their own here. */
function failureOf(error: ApiError, draft: HoursDraft): { rules: HoursErrors['rules']; lines: string[] } {
  const rules: HoursErrors['rules'] = {};
  const lines: string[] = [];
  for (const { field, message } of error.errors ?? []) {
    if (field in draft.rules) rules[field as RuleName] ??= message;
    else lines.push(message);
  }
  if (Object.keys(rules).length === 0 && lines.length === 0) lines.push(error.detail);
  return { rules, lines: [...new Set(lines)] };
}

/** State of the Working hours form; errors appear at the first save and then follow what is typed. */
export function useHoursForm(hours: WorkingHours) {
  const day = today(hours.timezone);
  const [saved, setSaved] = useState(() => hoursDraft(hours, day));
  const [draft, setDraft] = useState(saved);
  const [checking, setChecking] = useState(false);
  const [refused, setRefused] = useState<{ rules: HoursErrors['rules']; lines: string[] } | null>(null);
  const save = useSaveWorkingHours();

  const own = checking ? hoursErrors(draft, day) : NO_ERRORS;
  const errors: HoursErrors = { rows: own.rows, rules: { ...refused?.rules, ...own.rules } };

  const change = (next: HoursDraft) => {
    setDraft(next);
    setRefused(null);
  };

  /** Resolves to whether the hours are stored. */
  const submit = async (): Promise<boolean> => {
    if (save.isPending) return true;
    setChecking(true);
    setRefused(null);
    if (hasErrors(hoursErrors(draft, day))) {
      toast.error(hoursMessages.checkFields);
      return false;
    }
    try {
      const stored = hoursDraft(await save.mutateAsync(hoursBody(draft)), day);
      setSaved(stored);
      setDraft((current) => (current === draft ? stored : current));
      setChecking(false);
      toast.success(hoursMessages.saved);
      return true;
    } catch (error) {
      toast.error(hoursMessages.saveFailed);
      if (error instanceof ApiError) setRefused(failureOf(error, draft));
      return false;
    }
  };

  const dirty = !sameHours(draft, saved);
  return { draft, errors, problems: refused?.lines ?? [], change, submit, saving: save.isPending, dirty };
}
