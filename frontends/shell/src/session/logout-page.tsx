import { useEffect, useState, useSyncExternalStore } from 'react';
import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { finishLogouts, logoutProgress, tryLogoutsNow } from '@attune/shared-ui/logout';
import { useNavigate, usePageTitle, useQueryClient } from '@attune/shared-ui/runtime';
import { isKept, type SessionKind } from '@attune/shared-ui/runtime/host';
import { PlainPage } from '../routing/plain-page';
import styles from '../routing/plain-page.module.css';
import { logoutMessages as messages } from './logout-messages';

const SOON_MS = 1_500;
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

// Also where a page for everybody shows and this one does not.
finishLogouts();

/** What shows from a logout until the server has ended the session: nothing of it. A server that answers at once is not talked about. */
export default function LogoutPage({ kind }: { kind: SessionKind }) {
  usePageTitle(messages.title);
  useForgetting(kind);
  const { trying, failedAt } = useSyncExternalStore(logoutProgress[kind].subscribe, logoutProgress[kind].get);
  const late = useLate();

  if (failedAt === null && !late) return <FullScreenSpinner label={messages.leaving} />;
  return (
    <PlainPage title={messages.title} text={messages.waiting} alert>
      <p className={styles.text}>{isKept(kind) ? messages.kept : messages.unkept}</p>
      <button type="button" className={styles.action} aria-busy={trying} onClick={tryLogoutsNow}>
        {trying ? messages.trying : messages.tryNow}
      </button>
      <p role="status">{failedAt !== null && messages.failedAt(TIME.format(failedAt))}</p>
    </PlainPage>
  );
}

/** What the session's pages had read is forgotten; an administrator's logout ends at that area's sign-in, wherever it is finished. */
function useForgetting(kind: SessionKind): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    queries.clear();
    if (kind === 'admin') void navigate('/admin/login', { replace: true, state: { left: 'logout' } });
  }, [kind, queries, navigate]);
}

/** Whether an answer takes longer than usual. */
function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), SOON_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return late;
}
