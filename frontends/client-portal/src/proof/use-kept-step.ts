import { readDrafts, useSession, writeDraft } from '@attune/shared-ui/runtime';
import { useState } from 'react';

/** How long a code works, and with it the step that asks for it. */
const LIFETIME_MS = 10 * 60_000;

/** A code that is on its way: where it went, and how many seconds until another may be asked for. */
export interface CodeOnItsWay {
  email: string;
  wait: number;
}

interface Kept {
  email: string;
  again: number;
  [more: string]: unknown;
}

/**
 * Keeps the step of a code for this tab, so that a reload does not lose it: where the code went and until when one waits, never the
 * code itself. Gone when the code no longer works, and for whoever signs in or out.
 */
export function useKeptStep(name: string) {
  const account = useSession().user?.id;
  const place = `code/${name}`;
  const [found] = useState(() => {
    const kept = readDrafts<Kept>(account)[place];
    if (kept === undefined || Date.now() - kept.at > LIFETIME_MS) return null;
    return { email: kept.email, wait: Math.max(0, Math.ceil((kept.again - Date.now()) / 1000)) };
  });
  return {
    /** The step that this tab was at before it was loaded anew. */
    found: found as CodeOnItsWay | null,
    keep: ({ email, wait }: CodeOnItsWay) => writeDraft(account, place, { email, again: Date.now() + wait * 1000 }),
    forget: () => writeDraft(account, place),
  };
}
