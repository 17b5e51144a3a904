import { toast } from '@attune/shared-ui/runtime';
import { messages } from '../messages';

const SENTENCES = new Map([
  ['not_configured', messages.signInNotConfigured],
  ['busy', messages.signInBusy],
]);

/** Says that a sign-in failed, once: the flag that told so leaves the address. */
export function reportAuthError(): void {
  const address = new URL(window.location.href);
  const reason = address.searchParams.get('auth_error');
  if (reason === null) return;
  address.searchParams.delete('auth_error');
  window.history.replaceState(window.history.state, '', `${address.pathname}${address.search}${address.hash}`);
  toast.error(SENTENCES.get(reason) ?? messages.signInFailed);
}
