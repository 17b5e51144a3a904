import { Button } from '@attune/shared-ui/components/button';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { UserText } from '@attune/shared-ui/components/user-text';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { useDeferredValue, useRef, useState } from 'react';
import { ClientAddress } from '../../../records/client-address';
import { type Client, clientsQuery } from '../../../records/clients.api';
import { FoundClient } from '../../../records/found-client';
import { SearchPicker } from '../../../writing/search-picker';
import writing from '../../../writing/writing.module.css';
import { newBookingMessages as messages } from '../messages';
import type { NewBookingValues } from '../new-booking-values';

const WORDS = { finding: messages.finding, failed: messages.findFailed, none: messages.noneFound };

/** One of the therapist's clients. */
export function ClientChoice({ form }: { form: ServerForm<NewBookingValues> }) {
  const client = useField(form, 'client_id');
  const name = useField(form, 'chosen_name').control;
  const [isChoosing, setChoosing] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const search = useQuery({ ...clientsQuery(q), enabled: isChoosing, placeholderData: (previous) => previous });
  const change = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChoosing(false);
    change.current?.focus();
  };
  const choose = (chosen: Client) => {
    client.control.onChange(chosen.id);
    name.onChange(chosen.name);
    close();
  };
  return (
    <FieldGroup legend="Client" hint={messages.whoHint} error={client.error}>
      <div className={writing.choice} data-field="client_id" tabIndex={-1}>
        {client.control.value === '' ? (
          <p className={writing.hint}>{messages.nobody}</p>
        ) : (
          <>
            <strong>
              <UserText>{name.value === '' ? 'Client without a name' : name.value}</UserText>
            </strong>
            <ClientAddress id={client.control.value} name={name.value} />
          </>
        )}
        <div>
          <Button ref={change} size="sm" icon="user" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {isChoosing ? 'Stop choosing' : client.control.value === '' ? 'Choose a client' : 'Choose another'}
          </Button>
        </div>
        {isChoosing && (
          <SearchPicker typed={typed} onType={setTyped} label={messages.find} words={WORDS} search={search} onChoose={choose} onClose={close}>
            {(each) => <FoundClient client={each} among={search.data} />}
          </SearchPicker>
        )}
      </div>
    </FieldGroup>
  );
}
