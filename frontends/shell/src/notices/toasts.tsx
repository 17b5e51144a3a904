import { type FocusEvent, type KeyboardEvent, useEffect } from 'react';
import { toast, Toaster } from 'sonner';
import { connectToaster, pendingLogouts, sessionState, type ToastMessage } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';
import { toastPlace } from './toast-place';
import styles from './toasts.module.css';
import { useMended } from './use-mended';

const DURATION_MS = 4_000;
const VISIBLE = 3;
const SETTLED_MS = 50;

/** The toaster. Comes with the first toast, so that the first view does not pay for it. */
export default function Toasts() {
  useEffect(() => connectToaster(show), []);
  useMended(forgetFailures);
  useEffect(() => pendingLogouts.subscribe(forgetSaid), []);
  return (
    <div onKeyDownCapture={noteTab} onBlurCapture={letGo}>
      <Toaster
        position="top-right"
        duration={DURATION_MS}
        visibleToasts={VISIBLE}
        theme="system"
        containerAriaLabel={messages.toasts}
        toastOptions={{ unstyled: false, classNames: { toast: styles.toast, error: styles.error, actionButton: styles.action } }}
      />
    </div>
  );
}

/** A focus that leaves the page does so only once the window has been asked. */
const LEAVES_WITHIN_MS = 500;
let tabbedAt = -Infinity;

function noteTab({ key, timeStamp }: KeyboardEvent): void {
  if (key === 'Tab') tabbedAt = timeStamp;
}

/**
 * The library gives the focus back to where it came from, also when the Tab key goes on: that would be a circle. At the end of the page the
 * key leads to nothing that has a name.
 */
function letGo(event: FocusEvent<HTMLElement>): void {
  const { relatedTarget, currentTarget, timeStamp } = event;
  const isOutside = relatedTarget === null ? timeStamp - tabbedAt < LEAVES_WITHIN_MS : !currentTarget.contains(relatedTarget);
  if (isOutside) event.stopPropagation();
}

/** What was said to somebody who leaves does not stay on the screen. */
function forgetSaid(): void {
  if (pendingLogouts.get() !== '') toast.dismiss();
}

const failures = new Set<string | number>();

/** News of a failure go with their cause. */
function forgetFailures(): void {
  for (const id of failures) toast.dismiss(id);
  failures.clear();
}

/** What was under way when a session ended fails with it, and the page says that it ended. */
const FAILS_WITH_IT_MS = 1_000;

function isOfEndedSession(): boolean {
  const { ended } = sessionState.get();
  return ended?.cause === 'expired' && ended.at !== null && Date.now() - ended.at < FAILS_WITH_IT_MS;
}

function show({ kind, text, options }: ToastMessage): void {
  if (kind === 'error' && isOfEndedSession()) return;
  if (kind === 'success') forgetFailures();
  // Once the focus has gone to what it speaks of, so that it does not cover that.
  setTimeout(() => {
    const id = toast[kind](text, { ...options, position: toastPlace() });
    if (kind === 'error') failures.add(id);
  }, SETTLED_MS);
}
