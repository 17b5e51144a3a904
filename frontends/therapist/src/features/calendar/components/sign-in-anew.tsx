import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { calendarMessages as messages } from '../messages';

/** Where something is done only soon after signing in: the way to do so, and back to here. */
export function useSignInAnew() {
  const { startTherapistSignIn } = useSession();
  const [isAsked, setAsked] = useState(false);
  const dialog = isAsked && (
    <ConfirmDialog
      open
      onOpenChange={setAsked}
      title={messages.signInQuestion}
      body={messages.signInText}
      tone="primary"
      confirmLabel={messages.signIn}
      cancelLabel={messages.signInNot}
      onConfirm={() => startTherapistSignIn(`${window.location.pathname}${window.location.search}`)}
    />
  );
  /** @returns whether a refusal asks for that; then it is told */
  const asksFor = (error: unknown): boolean => {
    const asks = proofRequired(error);
    if (asks) setAsked(true);
    return asks;
  };
  return { asksFor, dialog };
}
