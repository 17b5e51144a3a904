import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { useSessionState } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';

/** Covers the page while a sign-in's code is exchanged for a session. */
export function ProcessingOverlay() {
  const { processing } = useSessionState();
  return processing ? <FullScreenSpinner label={messages.processingAuthentication} /> : null;
}
