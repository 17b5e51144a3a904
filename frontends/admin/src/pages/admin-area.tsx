import { failedAt, FailureBanner, isSignedOut } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useEffect, useRef } from 'react';
import { EmergencyBanner } from '../features/emergency/components/emergency-banner';
import { dashboardQuery } from '../features/frame/frame.api';
import { AdminFrame } from '../features/frame/components/admin-frame';
import { AreaFailure, AreaLoading } from '../features/frame/components/area-states';
import { IdleWatch } from '../features/frame/components/idle-watch';
import { frameMessages } from '../features/frame/messages';
import { useDeparture } from '../features/frame/use-departure';
import { useWatch } from '../features/frame/use-watch';
import type { Dashboard } from '../wire';

interface AdminAreaProps {
  aside: { to: string; label: string };
  /** The grant whose record is open has a clock of its own. */
  openGrant?: string;
  /** `readAt`: when the server told it, by this device's clock. */
  children: (dashboard: Dashboard, readAt: number) => ReactNode;
}

/** Guards a page of the area by the dashboard's answer: a 401 leads to the sign-in. Warns before the session ends. */
export function AdminArea({ aside, openGrant, children }: AdminAreaProps) {
  const { logout, expire } = useDeparture();
  const dashboard = useQuery(dashboardQuery());
  useWatch();

  // What held the focus of whoever arrived is gone once the page is there: the page takes it over.
  const arrived = useRef(false);
  const waits = dashboard.data === undefined;
  useEffect(() => {
    if (!waits && arrived.current && document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [waits]);

  if (dashboard.data === undefined) {
    if (dashboard.isPending || isSignedOut(dashboard.error)) return <AreaLoading onFocus={() => (arrived.current = true)} />;
    return <AreaFailure failedAt={dashboard.errorUpdatedAt} retrying={dashboard.isFetching} onRetry={() => void dashboard.refetch()} />;
  }
  const { admin, break_glass: grants } = dashboard.data;
  const sayGoodbye = async () => {
    await logout();
    toast.success(frameMessages.loggedOut);
  };
  return (
    <AdminFrame admin={admin} aside={aside} onLogout={sayGoodbye}>
      <IdleWatch onLogout={sayGoodbye} onOver={expire} />
      <EmergencyBanner grants={grants.filter((grant) => grant.id !== openGrant)} />
      <FailureBanner
        failedAt={failedAt(dashboard)}
        text={frameMessages.loadFailed}
        onRetry={() => void dashboard.refetch()}
        retrying={dashboard.isFetching}
      />
      {children(dashboard.data, dashboard.dataUpdatedAt)}
    </AdminFrame>
  );
}
