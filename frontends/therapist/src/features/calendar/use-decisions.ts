import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '../../lost-focus';
import { decisionMessages as messages } from './decision-messages';
import { type CalendarAppointment, type Decision, useDecide } from './decisions.api';

/** What is said when it is done: above all, what the client is told. */
function doneWords({ trouble }: CalendarAppointment, decision: Decision): string {
  if (decision === 'dismiss') return messages.isChecked;
  if (decision === 'put_back') return trouble === 'missing' ? messages.isWritten : messages.isPutBack;
  return trouble === 'deleted' ? messages.cancelled : messages.moved;
}

/** After a window that goes at the same time has given the focus back. */
const later = (run: () => unknown) => setTimeout(() => setTimeout(run));

/** Carries out what the therapist decides about an appointment. */
export function useDecisions(appointment: CalendarAppointment) {
  const { mutateAsync, isPending, variables } = useDecide();
  const [{ keyFor, forget }] = useState(createKeyring);
  const place = useRef<HTMLDivElement>(null);
  const isDecided = useRef(false);
  useEffect(() => {
    // What was pressed goes with its question: the focus is on the row, or what holds the rows.
    const near = place.current?.closest<HTMLElement>('[tabindex="-1"]');
    return () => {
      if (isDecided.current) later(() => isFocusLost() && (near?.isConnected ? near : document.getElementById('main'))?.focus({ preventScroll: true }));
    };
  }, []);

  /** @throws what the server refused */
  const decide = async (decision: Decision, word?: string) => {
    const key = keyFor({ decision, word, starts_at: appointment.starts_at, google_starts_at: appointment.google_starts_at });
    isDecided.current = true;
    await mutateAsync({ appointment, decision, word, key });
    forget();
    toast.success(doneWords(appointment, decision));
  };

  return {
    place,
    decide,
    /** The same at once, without a word; a refusal is told in a toast. */
    decideNow: (decision: Decision) => void decide(decision).catch((error: unknown) => toast.error(refusalText(error, messages.failed))),
    underWay: isPending ? variables.decision : undefined,
  };
}
