import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 250;

interface TypedFieldProps {
  id: string;
  label: string;
  placeholder: string;
  value: string;
  onTyped: (value: string) => void;
}

/** Answers while typing: the address follows after a short pause, and the field follows the address. */
export function TypedField({ id, label, placeholder, value, onTyped }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onTyped(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onTyped]);

  return (
    <Field id={id} label={label}>
      {(aria) => (
        <TextInput
          {...aria}
          type="search"
          dir="auto"
          placeholder={placeholder}
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}
