import { OpeningsCard } from '@attune/shared-ui/record-openings';
import { clientKey } from '../../../query-keys';
import { activityMessages as messages } from '../messages';

/** When an administrator opened this client's record in an emergency, and why. Nothing where that never happened. */
export function Emergencies() {
  return <OpeningsCard place="/api/client/record-openings" queryKey={[...clientKey, 'record-openings']} title={messages.emergencies} titleOf={() => messages.emergency} />;
}
