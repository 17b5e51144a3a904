import { Navigate } from '@attune/shared-ui/runtime';

/** `/admin/dashboard`: nobody has an administrator's session yet, so it leads everyone to the sign-in. */
export default function DashboardPage() {
  return <Navigate to="/admin/login" replace />;
}
