import { useSyncExternalStore } from 'react';
import { standingNotice } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';
import styles from './standing-note.module.css';

/** Above the page, for whoever is not signed in any more: how the last session ended. In its place from the start, so that it is read out. */
export function StandingNote() {
  const text = useSyncExternalStore(standingNotice.subscribe, standingNotice.get, () => null);
  return (
    <div role="status" className={text === null ? undefined : styles.place}>
      {text !== null && (
        <div className={styles.note}>
          <p>{text}</p>
          <button type="button" className={styles.away} onClick={() => standingNotice.set(null)}>
            {messages.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
