import { Link } from '@attune/shared-ui/runtime';
import { recordMessages as messages } from '../messages';
import styles from './records.module.css';

/** What a screen leaves out of a long record, and where all of it is. */
export function MoreInCopy({ text }: { text: string }) {
  return (
    <p className={styles.soft}>
      {text} <Link to="/client/account">{messages.allInCopy}</Link>.
    </p>
  );
}
