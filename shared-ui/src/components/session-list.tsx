import { formatInstant } from '../format/zones';
import { Badge } from './badge';
import { Button } from './button';
import styles from './session-list.module.css';

/** One place where an account is signed in, or a browser that is trusted to. Instants are ISO 8601. */
export interface SessionEntry {
  id: string;
  /** In words: "Firefox on Windows". */
  browser: string;
  createdAt: string;
  lastSeenAt: string;
  /** When it ends by itself, where that is worth saying. */
  expiresAt?: string;
  /** It is the browser that shows the list. */
  current: boolean;
  /** The line under the browser's name, where the usual one about these times will not do; the button then names the browser alone. */
  detail?: string;
}

export interface SessionListProps {
  sessions: readonly SessionEntry[];
  onRevoke: (session: SessionEntry) => void;
  /** Id of the entry whose end is on its way. */
  revoking?: string | null;
  /** The button's word. */
  revokeLabel?: string;
  /** Whether the entry of this very browser can be ended here; for sessions, that is what Logout is for. */
  revokeCurrent?: boolean;
  /** What `createdAt` tells: "Signed in", "Trusted since". */
  createdLabel?: string;
}

/** Where an account is signed in, each entry with the button that ends it. Put it into a Card without padding. */
export function SessionList(props: SessionListProps) {
  const { sessions, onRevoke, revoking = null, revokeLabel = 'Sign out', revokeCurrent = false, createdLabel = 'Signed in' } = props;
  return (
    <ul className={styles.list}>
      {sessions.map((session) => (
        <li key={session.id} className={styles.row}>
          <div className={styles.words}>
            <p className={styles.name}>
              <bdi>{session.browser}</bdi>
              {session.current && <Badge tone="accent">This browser</Badge>}
            </p>
            <p className={styles.times}>{session.detail ?? <Times session={session} createdLabel={createdLabel} />}</p>
          </div>
          {(!session.current || revokeCurrent) && (
            <Button
              size="sm"
              loading={revoking === session.id}
              aria-label={`${revokeLabel}: ${session.detail === undefined ? `${session.browser}, ${createdLabel.toLowerCase()} ${formatInstant(session.createdAt)}` : session.browser}`}
              onClick={() => onRevoke(session)}
            >
              {revokeLabel}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Times({ session, createdLabel }: { session: SessionEntry; createdLabel: string }) {
  return (
    <>
      {createdLabel} <Moment at={session.createdAt} /> · last active <Moment at={session.lastSeenAt} />
      {session.expiresAt && (
        <>
          {' '}
          · until <Moment at={session.expiresAt} />
        </>
      )}
    </>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatInstant(at)}</time>;
}
