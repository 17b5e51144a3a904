import { watchSignedOut } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { Autosave, type DraftState, NO_DRAFT_YET } from './autosave';
import { editorMessages as messages } from './messages';
import { discardDraft, type DraftOf, saveDraft } from './note-drafts.api';
import { draftBodyOf, type NoteValues } from './note-values';

interface AutosaveOptions {
  of: DraftOf;
  /** What the editor holds, and what the note says. */
  values: () => NoteValues;
  stored: () => NoteValues;
  /** Another browser's draft is on the server. */
  hasDraft: boolean;
}

/** Keeps a draft on the server of what is typed. */
export function useAutosave({ of, values, stored, hasDraft }: AutosaveOptions) {
  const [state, setState] = useState<DraftState>(NO_DRAFT_YET);
  const [touched, setTouched] = useState(false);
  const isThere = useRef(hasDraft);
  const latest = useRef({ values, stored });
  latest.current = { values, stored };

  const [autosave] = useState(
    () =>
      new Autosave(async (byItself) => {
        const now = latest.current.values();
        if (JSON.stringify(now) === JSON.stringify(latest.current.stored())) {
          if (isThere.current) await discardDraft(of);
          isThere.current = false;
          return { savedAt: null };
        }
        const { stored: isStored, saved_at } = await saveDraft(of, draftBodyOf(now, new Date()), byItself);
        isThere.current = true;
        return isStored ? { savedAt: saved_at } : { refused: messages.elsewhere };
      }, setState),
  );

  useEffect(() => {
    const now = () => void autosave.flush();
    const online = () => void autosave.flush(true);
    // A browser that is put away may be closed without a word.
    const hidden = () => document.visibilityState === 'hidden' && now();
    // Whoever is there by now, it is not who typed: no last word either.
    const unwatch = watchSignedOut(() => void autosave.stop());
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      unwatch();
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hidden);
      autosave.end();
    };
  }, [autosave]);

  return {
    state,
    /** Something is typed that only this tab has. */
    unkept: touched && !state.kept,
    touch: () => {
      setTouched(true);
      setState((before) => (before.kept ? { ...before, kept: false } : before));
      autosave.touch();
    },
    flush: () => autosave.flush(),
    stop: () => autosave.stop(),
    resume: () => autosave.resume(),
    /** The draft goes, here and on the server. */
    discard: async () => {
      await autosave.stop();
      if (isThere.current) await discardDraft(of);
    },
  };
}
