import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { clientsQuery, type PlanClient } from '../care-plans.api';
import { editorMessages as messages } from '../messages';
import type { PlanValues } from '../plan-values';
import { nameWords } from '../plan-words';
import styles from './plan-dialog.module.css';

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
  const choose = ({ id, name: chosenName }: PlanClient) => {
    // The note that it began with is about somebody else.
    if (id !== client.control.value) note.control.onChange(null);
    client.control.onChange(id);
    name.control.onChange(chosenName);
    close();
  };
  return (
    <FieldGroup legend={messages.clientLabel} hint={fixed ? undefined : messages.clientHint} error={client.error}>
      <div className={styles.client} data-field="client_id" tabIndex={-1}>
        {chosen ? (
          <strong>
            <UserText>{nameWords(name.control.value)}</UserText>
          </strong>
        ) : (
          <p className={styles.soft}>{messages.noClient}</p>
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

function ClientPicker({ onChoose, onClose }: { onChoose: (client: PlanClient) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const input = useRef<HTMLInputElement>(null);
  const { data, isLoadingError, isFetching } = useQuery({ ...clientsQuery(q), placeholderData: (previous) => previous });
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would send the plan, Escape would close its window.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const status = isLoadingError ? messages.findFailed : data === undefined || isFetching ? messages.finding : data.length === 0 ? messages.noneFound : '';
  return (
    <div className={styles.picker}>
      <Field label={messages.find}>
        {(aria) => <TextInput {...aria} ref={input} type="search" dir="auto" value={typed} onChange={(event) => setTyped(event.target.value)} onKeyDown={onKeyDown} />}
      </Field>
      <p role="status" className={styles.soft}>
        {status}
      </p>
      {data !== undefined && data.length > 0 && (
        <ul className={styles.clients}>
          {data.map((client) => (
            <li key={client.id}>
              <button type="button" className={styles.clientButton} onClick={() => onChoose(client)}>
                <UserText>{nameWords(client.name)}</UserText>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
