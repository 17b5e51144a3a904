import { UserText } from '@attune/shared-ui/components/user-text';
import type { Client } from './clients.api';
import styles from './records.module.css';
import { sameNameWords, sharesName } from './same-name';

/** A client among others that were looked for: people share names, and addresses tell them apart. @param props.among all that are shown beside them */
export function FoundClient({ client, among = [] }: { client: Client; among?: readonly Client[] | undefined }) {
  const { name, email } = client;
  return (
    <>
      <span>
        <UserText>{name === '' ? 'Client without a name' : name}</UserText>
      </span>
      <span className={styles.address}>{email}</span>
      {sharesName(client, among) && <span className={styles.address}>{sameNameWords}</span>}
    </>
  );
}
