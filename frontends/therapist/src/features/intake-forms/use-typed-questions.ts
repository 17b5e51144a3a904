import { type FieldControl, useInPause } from '@attune/shared-ui/forms';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { QuestionDraft } from './form-values';
import type { EditorForm } from './use-editor-form';

export interface TypedQuestions {
  /** As the list shows them: without the letters that only their card knows of yet. */
  listed: readonly QuestionDraft[];
  /** With every letter. */
  current: () => readonly QuestionDraft[];
  /** Draws the list anew and tells the form. */
  edit: (next: readonly QuestionDraft[]) => void;
  /** A letter: its card shows it by itself, the list and the form hear of it in a pause. */
  type: (next: readonly QuestionDraft[]) => void;
}

/**
 * The questions as they are typed. The form compares and copies all of them each time that it hears of them, and the list looks
 * at each card; with a hundred questions that is too much for every letter. Unchanged questions stay the same objects.
 */
export function useTypedQuestions(form: EditorForm, control: FieldControl<QuestionDraft[]>): TypedQuestions {
  const [store] = useState(() => createStore(control.value));
  const listed = useSyncExternalStore(store.subscribe, store.listed);
  const give = useRef(control.onChange);
  give.current = control.onChange;
  const onTyping = useRef(form.onTyping);
  onTyping.current = form.onTyping;

  const [push] = useState(() => () => {
    store.list();
    if (store.isKnown()) return;
    store.know();
    give.current(store.current());
  });
  const { ask, now, cancel } = useInPause(push);
  const [{ edit, type }] = useState(() => ({
    edit: (next: readonly QuestionDraft[]) => {
      store.set(next);
      cancel();
      push();
    },
    type: (next: readonly QuestionDraft[]) => {
      store.set(next);
      onTyping.current();
      ask();
    },
  }));

  // Another content that is not from here: a draft, a template, the saved one. The form's own value comes back a moment later than it was given.
  useLayoutEffect(() => {
    const content = form.heard().questions;
    if (store.knows(content)) return;
    cancel();
    store.set(content);
    store.know();
    store.list();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another content counts
  }, [form.resets]);

  const { typing } = form;
  useEffect(() => {
    typing.current = now;
    return () => {
      typing.current = undefined;
    };
  }, [typing, now]);
  return { listed, current: store.current, edit, type };
}

function createStore(first: readonly QuestionDraft[]) {
  let typed = first;
  let listed = first;
  let known = first;
  let draw: () => void = () => undefined;
  return {
    subscribe: (redraw: () => void) => {
      draw = redraw;
      return () => (draw = () => undefined);
    },
    current: () => typed,
    listed: () => listed,
    set: (next: readonly QuestionDraft[]) => (typed = next),
    list: () => {
      if (listed === typed) return;
      listed = typed;
      draw();
    },
    /** Whether the form has heard of them. */
    isKnown: () => known === typed,
    knows: (content: readonly QuestionDraft[]) => known === content || JSON.stringify(known) === JSON.stringify(content),
    know: () => (known = typed),
  };
}

/** One question as its fields show it: letters stand there at once. `typeInto` stays the same function. */
export function useTypedQuestion(listed: QuestionDraft, type: (id: string, part: Partial<QuestionDraft>) => void) {
  const [typed, setTyped] = useState({ listed, question: listed });
  // Once the list has another content it has these letters, too.
  const question = typed.listed === listed ? typed.question : listed;
  const typeInto = useCallback(
    (part: Partial<QuestionDraft>) => {
      setTyped((before) => ({ listed, question: { ...(before.listed === listed ? before.question : listed), ...part } }));
      type(listed.id, part);
    },
    [listed, type],
  );
  return { question, typeInto };
}
