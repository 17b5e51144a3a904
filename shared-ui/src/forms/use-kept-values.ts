import { useSession } from '@attune/shared-ui/runtime';
import { useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { type DraftPlace, forgetDraft, keepDraft, recallDraft } from './draft-store';
import { merged, same } from './merge';
import { tellSaved, useSavedElsewhere } from './saves';
import { useInPause } from './use-in-pause';

interface KeptValuesOptions<Values extends FieldValues> {
  /** What the server has. */
  stored: Values;
  /** Where what is typed is kept until it is saved; without it only the page keeps it. */
  keep?: DraftPlace<Values>;
  /** It is being sent: the record that comes back meanwhile is the one that was sent. */
  busy: boolean;
  /** Another tab saved the same record: read it anew. */
  refresh?: () => void;
}

/** What is typed over a record that the server has: it outlives a reload, leaving the page and a save in another tab. */
export function useKeptValues<Values extends FieldValues>({ stored, keep, busy, refresh }: KeptValuesOptions<Values>) {
  const form = useForm<Values>({ defaultValues: stored as DefaultValues<Values> });
  const account = useSession().user?.id;
  const [opener] = useState(account);
  const [changedElsewhere, setChangedElsewhere] = useState(false);
  const [resets, setResets] = useState(0);
  // Another tab may have signed somebody else in: what was typed before is not written down in that person's name.
  const place = opener === account ? keep : undefined;
  const record = keep && [account, keep.form, keep.record].join('/');
  useSavedElsewhere(record, refresh);

  // What the typed values are compared with, and the last record that was taken in.
  const before = useRef(stored);
  const taken = useRef<Values>(undefined);

  // A copy: what is being sent must not follow what is typed meanwhile.
  const values = () => JSON.parse(JSON.stringify(form.getValues())) as Values;
  const write = () => place && keepDraft(account, place, before.current, form.getValues());
  // A large form is not written down anew with every letter.
  const later = useInPause(write);
  const note = () => (place?.whole ? later.ask() : write());
  const forget = () => {
    later.cancel();
    if (place) forgetDraft(account, place);
  };

  /** Lays what was typed over another record. @returns whether something typed is left */
  const layOver = (fresh: Values, from: Values, mine: Values): boolean => {
    const next = keep?.whole ? (same(mine, from) ? fresh : mine) : merged(from, mine, fresh);
    before.current = fresh;
    form.reset(fresh, { keepErrors: true });
    form.reset(next, { keepErrors: true, keepDefaultValues: true });
    setResets((count) => count + 1);
    return !same(next, fresh);
  };

  const takeIn = () => {
    const draft = taken.current === undefined && place ? recallDraft(account, place) : undefined;
    taken.current = stored;
    const from = { ...before.current, ...draft?.before };
    const moved = !same(from, stored);
    if (draft === undefined && !moved) return;
    setChangedElsewhere(layOver(stored, from, draft ? { ...stored, ...draft.typed } : values()) && moved);
  };

  // Looked at after every draw, for a record may come back equal under another identity; each one is taken in once.
  useLayoutEffect(() => {
    if (!busy && !same(taken.current, stored)) takeIn();
  });

  return {
    form,
    values,
    changedElsewhere,
    resets,
    /** Something was typed. */
    note,
    /** It is saved, and stored as `answer`. What was typed while it was being sent is still to be saved. */
    settle: (sent: Values, answer: Values | void) => {
      setChangedElsewhere(false);
      forget();
      if (layOver(answer ?? sent, sent, values())) note();
      if (record !== undefined) tellSaved(record);
    },
    discard: () => {
      form.reset(before.current);
      setResets((count) => count + 1);
      setChangedElsewhere(false);
      forget();
    },
  };
}
