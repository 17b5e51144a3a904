import { useSyncExternalStore } from 'react';
import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { sessionState } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';

/** Covers the page while a sign-in's code is exchanged for a session. */
export function ProcessingOverlay() {
  const { processing } = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  return processing ? <FullScreenSpinner label={messages.processingAuthentication} /> : null;
}
