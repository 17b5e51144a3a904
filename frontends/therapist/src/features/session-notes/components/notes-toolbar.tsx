import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import records from '../../../records/records.module.css';
import { useTypingPause } from '../../../writing/use-typing-pause';
import { notesMessages as messages } from '../messages';
import { type NotesFilter, tagsQuery } from '../session-notes.api';
import styles from './notes-panel.module.css';

export const SEARCH_ID = 'session-notes-search';

interface NotesToolbarProps {
  filter: NotesFilter;
  onSearch: (part: NotesFilter) => void;
}

/** Search by words and by tag. */
export function NotesToolbar({ filter, onSearch }: NotesToolbarProps) {
  const { data = [] } = useQuery(tagsQuery());
  const { tag = '' } = filter;
  const isKnown = tag === '' || data.some((one) => one.tag === tag);
  const options = [
    { value: '', label: messages.anyTag },
    ...data.map((one) => ({ value: one.tag, label: `${one.tag} (${one.count})` })),
    // The last note with it is gone, or the list is not there yet.
    ...(isKnown ? [] : [{ value: tag, label: tag }]),
  ];
  return (
    <div className={records.toolbar} role="search" aria-label={messages.filter}>
      <SearchField q={filter.q ?? ''} onSearch={(q) => onSearch({ q })} />
      {options.length > 1 && (
        <div className={styles.tagFilter}>
          <Field label={messages.tag}>{(aria) => <Select {...aria} value={tag} options={options} onChange={(next) => onSearch({ tag: next })} />}</Field>
        </div>
      )}
    </div>
  );
}

/** Answers while typing: the address follows after a short pause, and the field follows the address. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const paused = useTypingPause(typed);
  const sent = useRef(q);
  const latest = useRef(onSearch);
  latest.current = onSearch;

  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);
  useEffect(() => {
    if (paused.trim() === sent.current) return;
    sent.current = paused.trim();
    latest.current(sent.current);
  }, [paused]);

  return (
    <div className={styles.search}>
      <Field id={SEARCH_ID} label={messages.search}>
        {(aria) => <TextInput {...aria} type="search" dir="auto" maxLength={200} placeholder={messages.searchHint} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
    </div>
  );
}
