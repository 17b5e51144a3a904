import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './search-picker.module.css';

interface SearchPickerProps<Found extends { id: string }> {
  typed: string;
  onType: (typed: string) => void;
  label: string;
  hint?: string;
  words: { finding: string; failed: string; none: string };
  /** Of the query for what is typed. */
  search: { data: readonly Found[] | undefined; isLoadingError: boolean; isFetching: boolean };
  onChoose: (one: Found) => void;
  onClose: () => void;
  children: (one: Found) => ReactNode;
}

/** Looks for something while one types, and chooses it by pointer or keyboard. Stands within a form. */
export function SearchPicker<Found extends { id: string }>({ typed, onType, label, hint, words, search, onChoose, onClose, children }: SearchPickerProps<Found>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would send the form, Escape would close its window.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const { data, isLoadingError, isFetching } = search;
  const status = isLoadingError ? words.failed : data === undefined || isFetching ? words.finding : data.length === 0 ? words.none : '';
  return (
    <div className={styles.picker}>
      <Field label={label} hint={hint}>
        {(aria) => <TextInput {...aria} ref={input} type="search" dir="auto" value={typed} onChange={(event) => onType(event.target.value)} onKeyDown={onKeyDown} />}
      </Field>
      <p role="status" className={styles.status}>
        {status}
      </p>
      {data !== undefined && data.length > 0 && (
        <ul className={styles.found}>
          {data.map((one) => (
            <li key={one.id}>
              <button type="button" className={styles.one} onClick={() => onChoose(one)}>
                {children(one)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
