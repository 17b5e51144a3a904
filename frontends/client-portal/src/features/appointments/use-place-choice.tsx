import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { toast } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';
import type { Appointment, SessionPlace } from '../../wire';
import { appointmentMessages as messages } from './messages';

type SessionType = Appointment['session_type'];

const OPTIONS: { value: SessionPlace; label: string }[] = [
  { value: 'online', label: messages.online },
  { value: 'in-person', label: messages.inPerson },
];
const FIELD_ID = 'choice-place';

interface PlaceChoice {
  /** Null where the service leaves no choice. */
  place: SessionPlace | null;
  /** Whether nothing is missing; says what is. */
  complete: () => boolean;
  /** Undefined where the service leaves no choice. */
  field: ReactNode;
}

/** Online or in person, for a service that takes place either way. @param earlier how it took place the last time */
export function usePlaceChoice(offered: SessionType | undefined, earlier: SessionType = 'both'): PlaceChoice {
  const [chosen, setChosen] = useState<SessionPlace | ''>(earlier === 'both' ? '' : earlier);
  const [missing, setMissing] = useState(false);
  if (offered !== 'both') return { place: null, complete: () => true, field: undefined };
  const choose = (value: string) => {
    setChosen(value as SessionPlace);
    setMissing(false);
  };
  const complete = () => {
    if (chosen !== '') return true;
    setMissing(true);
    toast.error(messages.choosePlace);
    document.getElementById(FIELD_ID)?.focus();
    return false;
  };
  const field = (
    <Field id={FIELD_ID} label={messages.placeQuestion} error={missing ? messages.choosePlace : undefined}>
      {(aria) => <Select {...aria} required value={chosen} onChange={choose} options={OPTIONS} placeholder={messages.placeQuestion} />}
    </Field>
  );
  return { place: chosen === '' ? null : chosen, complete, field };
}
