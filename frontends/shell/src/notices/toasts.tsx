import { type FocusEvent, useEffect } from 'react';
import { toast, Toaster } from 'sonner';
import { connectToaster, pendingLogouts, sessionState, type ToastMessage } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';
import { toastPlace } from './toast-place';
import styles from './toasts.module.css';
import { useMended } from './use-mended';

const DURATION_MS = 4_000;
const VISIBLE = 3;
const SETTLED_MS = 50;
/** A notification fades before it is gone. */
const GONE_MS = 400;

/** The toaster. Comes with the first toast, so that the first view does not pay for it. */
export default function Toasts() {
  useEffect(() => connectToaster(show), []);
  useMended(forgetFailures);
  useEffect(() => pendingLogouts.subscribe(forgetSaid), []);
  useEffect(forgetWithTheSession, []);
  return (
    <div onFocusCapture={noteOrigin} onBlurCapture={letGo}>
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

/**
 * The library gives the focus back to where it came from as soon as one of its lists has it no more, also when the Tab key goes on, to a
 * notification at another edge or out of the page: that would be a circle. Where the notification itself is gone, {@link keepFocus} does it.
 */
function letGo(event: FocusEvent<HTMLElement>): void {
  event.stopPropagation();
}

/** Where the focus was before it came to a notification. */
let origin: EventTarget | null = null;

function noteOrigin({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(relatedTarget)) origin = relatedTarget;
}

/** Back to where the focus came from, or to the page where that is gone, too. */
function giveBack(): void {
  const back = origin instanceof HTMLElement && origin.isConnected && origin !== document.body ? origin : document.getElementById('main');
  back?.focus();
}

/** A notification that goes takes no focus with it. */
function keepFocus(): void {
  const held = document.activeElement;
  if (!held?.closest('[data-sonner-toaster]')) return;
  setTimeout(() => !held.isConnected && document.activeElement === document.body && giveBack(), GONE_MS);
}

/** What its button does is most often seen where the focus was before. */
function withFocusKept(options: ToastMessage['options']): ToastMessage['options'] {
  if (options?.action === undefined) return options;
  const { label, onClick } = options.action;
  const press = (): void => {
    giveBack();
    onClick();
  };
  return { ...options, action: { label, onClick: press } };
}

/** What was said to somebody who leaves does not stay on the screen. */
function forgetSaid(): void {
  if (pendingLogouts.get() !== '') toast.dismiss();
}

/**
 * Nor what was said to somebody whose session is over or another person's: while nobody looks at the page no notification goes by itself. A client
 * who has proved the address, or changed it, is the same person. @returns ends it
 */
function forgetWithTheSession(): () => void {
  let was = sessionState.get().user;
  return sessionState.subscribe(() => {
    const { user } = sessionState.get();
    if (was !== null && was.id !== user?.id && was.email !== user?.email) toast.dismiss();
    was = user;
  });
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
    const id = toast[kind](text, { ...withFocusKept(options), onAutoClose: keepFocus, onDismiss: keepFocus, position: toastPlace() });
    if (kind === 'error') failures.add(id);
  }, SETTLED_MS);
}
