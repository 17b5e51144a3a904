import { useEffect } from 'react';
import { toast, Toaster } from 'sonner';
import { connectToaster, pendingLogouts, type ToastMessage } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';
import styles from './toasts.module.css';

const DURATION_MS = 4_000;
const VISIBLE = 3;

/** The toaster. Comes with the first toast, so that the first view does not pay for it. */
export default function Toasts() {
  useEffect(() => connectToaster(show), []);
  useEffect(() => pendingLogouts.subscribe(forgetSaid), []);
  return (
    <Toaster
      position="top-right"
      duration={DURATION_MS}
      visibleToasts={VISIBLE}
      theme="system"
      containerAriaLabel={messages.toasts}
      toastOptions={{ unstyled: false, classNames: { toast: styles.toast, error: styles.error, actionButton: styles.action } }}
    />
  );
}

/** What was said to somebody who leaves does not stay on the screen. */
function forgetSaid(): void {
  if (pendingLogouts.get() !== '') toast.dismiss();
}

function show({ kind, text, options }: ToastMessage): void {
  toast[kind](text, options);
}
