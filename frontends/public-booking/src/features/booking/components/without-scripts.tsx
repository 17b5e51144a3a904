import { telephoneLink } from '@attune/shared-ui/places/telephone-link';
import { bookingMessages as messages } from '../messages';
import styles from './without-scripts.module.css';

/** Where 'Book Now' leads without scripts. */
export const WITHOUT_SCRIPTS_ID = 'without-scripts';

/** Says to whoever has no scripts how to get an appointment. Drawn by the server alone; browsers with scripts leave it empty. */
export function WithoutScripts({ phone }: { phone: string | null }) {
  return (
    <noscript>
      <p id={WITHOUT_SCRIPTS_ID} className={styles.note} tabIndex={-1}>
        {messages.needsScripts}{' '}
        {phone === null ? (
          messages.writeInstead
        ) : (
          <>
            {messages.callInstead} <a href={telephoneLink(phone)}>{phone}</a>.
          </>
        )}
      </p>
    </noscript>
  );
}
