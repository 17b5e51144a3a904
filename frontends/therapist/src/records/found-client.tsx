import { UserText } from '@attune/shared-ui/components/user-text';
import type { Client } from './clients.api';
import styles from './records.module.css';

/** A client among others that were looked for: people share names, and addresses tell them apart. */
export function FoundClient({ client: { name, email } }: { client: Client }) {
  return (
    <>
      <span>
        <UserText>{name === '' ? 'Client without a name' : name}</UserText>
      </span>
      <span className={styles.address}>{email}</span>
    </>
  );
}
