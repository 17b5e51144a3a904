import { CenteredPage } from '@attune/shared-ui/components/centered-page';
import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { Logo } from '@attune/shared-ui/components/logo';
import {
  Link,
  Navigate,
  readPageData,
  useLocation,
  useNavigate,
  usePageTitle,
  useQuery,
  useQueryClient,
} from '@attune/shared-ui/runtime';
import { forgetWords } from '@attune/shared-ui/search-params';
import { useCallback, useEffect } from 'react';
import { dashboardQuery } from '../features/frame/frame.api';
import { arrivalFrom } from '../features/frame/departure';
import { SignInSteps } from '../features/sign-in/components/sign-in-steps';
import { messages } from '../features/sign-in/messages';
import { adminKey } from '../keys';

const DASHBOARD = '/admin/dashboard';

/** `/admin/login`: whoever is signed in already goes on to the dashboard. */
export default function LoginPage() {
  usePageTitle(messages.title);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { left, from } = arrivalFrom(useLocation().state);

  // What the last session showed is forgotten here, where nothing shows it any more.
  useEffect(() => {
    if (left !== undefined) queryClient.removeQueries({ queryKey: adminKey });
  }, [left, queryClient]);

  const perhapsSignedIn = left === undefined && readPageData().signed_in_hint.admin;
  const session = useQuery({ ...dashboardQuery(), enabled: perhapsSignedIn, retry: false });
  // Nobody is signed in: what the last one looked for is not for the next.
  const isNobody = !perhapsSignedIn || session.isError;
  useEffect(() => {
    if (isNobody) forgetWords();
  }, [isNobody]);
  const goOn = useCallback(() => {
    queryClient.removeQueries({ queryKey: adminKey });
    void navigate(from ?? DASHBOARD, { replace: true });
  }, [from, navigate, queryClient]);

  if (left === undefined && session.isSuccess) return <Navigate to={DASHBOARD} replace />;
  if (session.isLoading) {
    return (
      <main id="main" tabIndex={-1}>
        <FullScreenSpinner label="Loading" />
      </main>
    );
  }
  return (
    <CenteredPage
      home={
        <Link to="/" aria-label={messages.home}>
          <Logo />
        </Link>
      }
    >
      <SignInSteps expired={left === 'expired'} onSignedIn={goOn} />
      <p>
        <Link to="/">{messages.back}</Link>
      </p>
    </CenteredPage>
  );
}
