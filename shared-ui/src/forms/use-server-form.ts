import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { type Control, type FieldPath, type FieldPathValue, type FieldValues, get } from 'react-hook-form';
import type { DraftPlace } from './draft-store';
import { type Problems, type Refusal, refusalOf } from './refusal';
import { useFirstError } from './use-first-error';
import { useKeptValues } from './use-kept-values';

/** `Values` is the `Typed` body of the call that saves the form, so every field has the wire's name. */
export interface ServerFormOptions<Values extends FieldValues> {
  /** What the server has. When it changes, what nobody touched follows and what was typed stays. */
  stored: Values;
  /** Where what is typed is kept until it is saved. Without it only the page keeps it: codes and passwords. */
  keep?: DraftPlace<Values>;
  /** What is wrong before anything is sent. */
  check?: (values: Values) => Problems;
  /** What is wrong is found anew with every change once it was shown, for fields that depend on each other. */
  checksOn?: boolean;
  /** Sends it. May resolve to what is stored now, as the form shows it. */
  send: (values: Values) => Promise<Values | void>;
  /** Nothing was sent, for this is wrong. */
  onInvalid?: (problems: Problems) => void;
  /** It could not be sent. May say something else than the server's words at their fields. */
  onRefused?: (error: unknown, told: Refusal) => Refusal | void;
  /** Another tab saved the same record: read it anew. */
  refresh?: () => void;
}

export interface ServerForm<Values extends FieldValues> {
  /** For the `form` element. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  control: Control<Values>;
  /** It is being sent. */
  busy: boolean;
  /** Something is typed that is not stored. */
  dirty: boolean;
  /** What is said about the form as a whole. */
  lines: readonly string[];
  /** The record was changed elsewhere while something was typed here. */
  changedElsewhere: boolean;
  errorAt: (name: string) => string | undefined;
  /** How often another content took the place of what was there: a draft, another tab's save, what is stored. */
  resets: number;
  /** Something is wrong with some field. */
  hasErrors: boolean;
  values: () => Values;
  set: <Name extends FieldPath<Values>>(name: Name, value: FieldPathValue<Values, Name>) => void;
  /** Sends it, once however often it is pressed. */
  submit: () => Promise<void>;
  /** Says what is wrong; the first field of it takes the focus. */
  say: (refusal: Refusal) => void;
  /** Forgets what was typed. */
  discard: () => void;
  /** A control of this form has a new content. */
  noteTyping: (name: string) => void;
}

/**
 * A form whose content the server stores. The server's `errors[]` go to the fields of their names, the first one on the screen
 * takes the focus, and what was typed outlives a refusal, a reload, leaving the page and a save in another tab.
 */
export function useServerForm<Values extends FieldValues>(options: ServerFormOptions<Values>): ServerForm<Values> {
  const { check, checksOn = false } = options;
  const [busy, setBusy] = useState(false);
  const [lines, setLines] = useState<readonly string[]>([]);
  const { form, values, changedElsewhere, resets, ...kept } = useKeptValues({ ...options, busy });
  const { element, shownFields, focusFirst } = useFirstError();
  const tried = useRef(false);
  // A second press finds that the first one is under way, also before the page is drawn anew.
  const underWay = useRef(false);

  const mark = (problems: Problems) => {
    form.clearErrors();
    for (const [name, message] of Object.entries(problems)) form.setError(name as FieldPath<Values>, { message });
  };

  const say = ({ fields, lines: said }: Refusal) => {
    mark(fields);
    setLines(said);
    focusFirst(fields);
  };

  const noteTyping = (name: string) => {
    if (checksOn && tried.current) mark(check?.(values()) ?? {});
    else form.clearErrors(name as FieldPath<Values>);
    kept.note();
  };

  const send = async (sent: Values) => {
    underWay.current = true;
    setBusy(true);
    try {
      kept.settle(sent, await options.send(sent));
      tried.current = false;
    } catch (error) {
      const told = refusalOf(error, shownFields());
      say(options.onRefused?.(error, told) ?? told);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const submit = async () => {
    if (underWay.current) return;
    const typed = values();
    const problems = check?.(typed) ?? {};
    tried.current = true;
    say({ fields: problems, lines: [] });
    if (Object.keys(problems).length > 0) options.onInvalid?.(problems);
    else await send(typed);
  };

  const { errors, isDirty } = form.formState;
  return {
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
    control: form.control,
    busy,
    dirty: isDirty,
    lines,
    changedElsewhere,
    resets,
    errorAt: (name) => (get(errors, name) as { message?: string } | undefined)?.message,
    hasErrors: Object.keys(errors).length > 0,
    values,
    set: (name, value) => {
      form.setValue(name, value, { shouldDirty: true });
      noteTyping(name);
    },
    submit,
    say,
    discard: () => {
      kept.discard();
      setLines([]);
    },
    noteTyping,
  };
}
