import { useQuery } from '@attune/shared-ui/runtime';
import { clientsQuery } from './clients.api';
import styles from './records.module.css';
import { sameNameWords, sharesName } from './same-name';

interface ClientAddressProps {
  id: string;
  /** As the therapist knows them. */
  name: string;
}

/** The address of a client who was chosen, before something goes to them: names do not say whom it reaches. */
export function ClientAddress({ id, name }: ClientAddressProps) {
  const { data: last } = useQuery(clientsQuery(''));
  const isAmongLast = last?.some((each) => each.id === id);
  const { data: named } = useQuery({ ...clientsQuery(name.trim()), enabled: isAmongLast === false && name.trim() !== '' });
  const shown = (isAmongLast ? last : named) ?? [];
  const client = shown.find((each) => each.id === id);
  if (client === undefined) return null;
  return (
    <span className={styles.address}>
      {client.email}
      {sharesName(client, shown) && `. ${sameNameWords}`}
    </span>
  );
}
