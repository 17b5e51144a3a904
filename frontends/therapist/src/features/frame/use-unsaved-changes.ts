import { useCallback, useState } from 'react';
import { useLeaveQuestion } from '../../writing/use-leave-question';

/** Collects which parts of a page hold unsaved changes; while any does, closing or reloading the tab asks first. */
export function useUnsavedChanges<Part extends string>() {
  const [parts, setParts] = useState<readonly Part[]>([]);
  const unsaved = parts.length > 0;

  const report = useCallback(
    (part: Part, dirty: boolean) =>
      setParts((current) => {
        if (current.includes(part) === dirty) return current;
        return dirty ? [...current, part] : current.filter((one) => one !== part);
      }),
    [],
  );

  useLeaveQuestion(unsaved);

  return { unsaved, report };
}
