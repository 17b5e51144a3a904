import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { messages } from '../messages';

/** Fills the page while it is on its way. */
export function PageSpinner() {
  return <FullScreenSpinner label={messages.loading} />;
}
