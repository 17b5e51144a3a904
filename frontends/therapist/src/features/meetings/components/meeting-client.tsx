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
import { meetingMessages as messages } from '../messages';
import type { SetupValues } from '../setup-values';

const WORDS = { finding: messages.finding, failed: messages.findFailed, none: messages.noneFound };

/** Whose session it is: one of the therapist's clients, or nobody of them. */
export function MeetingClient({ form }: { form: ServerForm<SetupValues> }) {
  const client = useField(form, 'client_id');
  const name = useField(form, 'client_name').control;
  const [isChoosing, setChoosing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const isEmpty = client.control.value === '';
  const set = (id: string, itsName: string) => {
    client.control.onChange(id);
    name.onChange(itsName);
    setChoosing(false);
    change.current?.focus();
  };
  return (
    <FieldGroup legend={messages.client} optional hint={messages.clientHint} error={client.error}>
      <div className={writing.choice} data-field="client_id" tabIndex={-1}>
        {isEmpty ? (
          <p className={writing.soft}>{messages.nobody}</p>
        ) : (
          <>
            <strong>
              <UserText>{name.value || messages.noName}</UserText>
            </strong>
            <ClientAddress id={client.control.value} name={name.value} />
          </>
        )}
        <div className={writing.buttons}>
          <Button ref={change} size="sm" icon="user" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {isChoosing ? messages.stopChoosing : isEmpty ? messages.choose : messages.change}
          </Button>
          {!isEmpty && (
            <Button size="sm" variant="quiet" onClick={() => set('', '')}>
              {messages.clear}
            </Button>
          )}
        </div>
        {isChoosing && <Picker onChoose={(chosen) => set(chosen.id, chosen.name)} onClose={() => set(client.control.value, name.value)} />}
      </div>
    </FieldGroup>
  );
}

function Picker({ onChoose, onClose }: { onChoose: (client: Client) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const search = useQuery({ ...clientsQuery(q), placeholderData: (previous) => previous });
  return (
    <SearchPicker typed={typed} onType={setTyped} label={messages.find} words={WORDS} search={search} onChoose={onChoose} onClose={onClose}>
      {(each) => <FoundClient client={each} among={search.data} />}
    </SearchPicker>
  );
}
