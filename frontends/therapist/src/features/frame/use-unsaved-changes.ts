import { useCallback, useEffect, useState } from 'react';

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

  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return { unsaved, report };
}
