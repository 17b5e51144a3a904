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
import { editorMessages as messages } from '../messages';
import type { PlanValues } from '../plan-values';
import { nameWords } from '../plan-words';

/** Whom a plan is for: one of the therapist's clients, for good. */
export function ClientField({ form, fixed }: { form: ServerForm<PlanValues>; fixed: boolean }) {
  const client = useField(form, 'client_id');
  const name = useField(form, 'client_name');
  const note = useField(form, 'note_id');
  const [isChoosing, setChoosing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const chosen = client.control.value !== null;

  const close = () => {
    setChoosing(false);
    change.current?.focus();
  };
  const choose = ({ id, name: chosenName }: Client) => {
    // The note that it began with is about somebody else.
    if (id !== client.control.value) note.control.onChange(null);
    client.control.onChange(id);
    name.control.onChange(chosenName);
    close();
  };
  return (
    <FieldGroup legend={messages.clientLabel} hint={fixed ? undefined : messages.clientHint} error={client.error}>
      <div className={writing.choice} data-field="client_id" tabIndex={-1}>
        {client.control.value !== null ? (
          <>
            <strong>
              <UserText>{nameWords(name.control.value)}</UserText>
            </strong>
            <ClientAddress id={client.control.value} name={name.control.value} />
          </>
        ) : (
          <p className={writing.hint}>{messages.noClient}</p>
        )}
        {!fixed && (
          <div>
            <Button ref={change} size="sm" icon="user" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              {isChoosing ? messages.stopChoosing : chosen ? messages.change : messages.choose}
            </Button>
          </div>
        )}
        {isChoosing && <ClientPicker onChoose={choose} onClose={close} />}
      </div>
    </FieldGroup>
  );
}

const WORDS = { finding: messages.finding, failed: messages.findFailed, none: messages.noneFound };

function ClientPicker({ onChoose, onClose }: { onChoose: (client: Client) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const search = useQuery({ ...clientsQuery(q), placeholderData: (previous) => previous });
  return (
    <SearchPicker typed={typed} onType={setTyped} label={messages.find} words={WORDS} search={search} onChoose={onChoose} onClose={onClose}>
      {(each) => <FoundClient client={each} among={search.data} />}
    </SearchPicker>
  );
}
