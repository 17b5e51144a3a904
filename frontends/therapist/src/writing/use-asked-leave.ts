import { type RefObject, useEffect, useState } from 'react';

/** What a window asks when somebody closes it. */
export type Leave = RefObject<(() => void) | undefined>;

interface AskedLeaveOptions {
  /** Filled in while the editor is there. */
  leave: Leave;
  busy: boolean;
  dirty: boolean;
  /** Nothing is typed. */
  onLeave: () => void;
}

/** Leaves an editor: at once, or after a question where something is typed that is not saved. Not while it is being sent. */
export function useAskedLeave({ leave, busy, dirty, onLeave }: AskedLeaveOptions) {
  const [leaving, setLeaving] = useState(false);
  const ask = () => {
    if (busy) return;
    if (dirty) setLeaving(true);
    else onLeave();
  };
  useEffect(() => {
    leave.current = ask;
    return () => {
      leave.current = undefined;
    };
  });
  return { leaving, ask, stay: () => setLeaving(false) };
}
