import { useParams, usePageTitle } from '@attune/shared-ui/runtime';
import { AccessOver } from '../features/emergency/components/access-over';
import { RecordView } from '../features/emergency/components/record-view';
import { emergencyMessages } from '../features/emergency/messages';
import { frameMessages } from '../features/frame/messages';
import { AdminArea } from './admin-area';

const ASIDE = { to: '/admin/dashboard', label: frameMessages.dashboard };

/** `/admin/emergency/:grantId`: one client's record, while this administrator's access to it is open. */
export default function EmergencyPage() {
  usePageTitle(emergencyMessages.title);
  const { grantId } = useParams();
  return (
    <AdminArea aside={ASIDE} openGrant={grantId}>
      {({ break_glass: grants }) => {
        const grant = grants.find(({ id }) => id === grantId);
        return grant === undefined ? <AccessOver /> : <RecordView grant={grant} />;
      }}
    </AdminArea>
  );
}
