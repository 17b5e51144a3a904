import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { useDeferredValue, useId, useState } from 'react';
import { clientsQuery } from '../../../records/clients.api';
import { FoundClient } from '../../../records/found-client';
import { SearchPicker } from '../../../writing/search-picker';
import { bookingsQuery } from '../bookings.api';
import { bookingMessages } from '../messages';
import styles from './client-filter.module.css';

const WORDS = { finding: bookingMessages.findingClients, failed: bookingMessages.findClientsFailed, none: bookingMessages.noClientFound };

interface ClientFilterProps {
  /** The id of a client, or none. */
  client: string;
  onChange: (client: string) => void;
}

/** Appointments of one client alone, who is looked for by name or email. */
export function ClientFilter({ client, onChange }: ClientFilterProps) {
  const label = useId();
  const [isChoosing, setChoosing] = useState(false);
  const newest = useQuery({ ...bookingsQuery({ client_id: client, count: 1 }), enabled: client !== '' });
  const name = newest.data?.bookings[0]?.client_name ?? bookingMessages.chosenClient;
  return (
    <div className={styles.filter} role="group" aria-labelledby={label}>
      <span id={label} className={styles.label}>
        Client
      </span>
      <div className={styles.chosen}>
        <Button icon="user" aria-haspopup="dialog" className={styles.opener} onClick={() => setChoosing(true)}>
          {client === '' ? bookingMessages.anyClient : <UserText>{name}</UserText>}
        </Button>
        {client !== '' && <IconButton icon="close" label={bookingMessages.allClients} onClick={() => onChange('')} />}
      </div>
      {isChoosing && (
        <Dialog open onOpenChange={(open) => !open && setChoosing(false)} size="sm" title={bookingMessages.clientTitle}>
          <Search
            onClose={() => setChoosing(false)}
            onChoose={(id) => {
              setChoosing(false);
              onChange(id);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function Search({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const search = useQuery({ ...clientsQuery(q), placeholderData: (previous) => previous });
  return (
    <SearchPicker typed={typed} onType={setTyped} label={bookingMessages.findClient} words={WORDS} search={search} onChoose={({ id }) => onChoose(id)} onClose={onClose}>
      {(each) => <FoundClient client={each} among={search.data} />}
    </SearchPicker>
  );
}
