import { useEffect, useRef } from 'react';

const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('attune-saves');

/** Tells the other tabs that a record was saved here. */
export function tellSaved(record: string): void {
  tabs?.postMessage(record);
}

/** Hears that another tab saved a record. */
export function useSavedElsewhere(record: string | undefined, onSaved: (() => void) | undefined): void {
  const latest = useRef(onSaved);
  latest.current = onSaved;
  useEffect(() => {
    if (record === undefined) return undefined;
    const hear = ({ data }: MessageEvent<string>) => data === record && latest.current?.();
    tabs?.addEventListener('message', hear);
    return () => tabs?.removeEventListener('message', hear);
  }, [record]);
}
