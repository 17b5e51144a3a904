import { type ServerForm, SILENT, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast, useQueryClient } from '@attune/shared-ui/runtime';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { problemsOf } from './form-problems';
import { bodyOf, type FormValues, NEW_FORM, valuesOf, valuesOfTemplate } from './form-values';
import { type EditedForm, editedFormQuery, type IntakeForm, type IntakeTemplate, useSaveForm, useSaveFormServices } from './intake-forms.api';
import { intakeMessages as messages } from './messages';

export interface EditorForm extends ServerForm<FormValues> {
  /** Brings in what is typed and the form has not heard of yet. Whatever reads the values here does it by itself. */
  typing: RefObject<(() => void) | undefined>;
  /** A letter was typed that the form has not heard of yet. */
  onTyping: () => void;
  /** The values without what is being typed. */
  heard: () => FormValues;
}

interface EditorOptions {
  edited: EditedForm | undefined;
  template: IntakeTemplate | undefined;
  onSaved: () => void;
  /** Something was typed that the form has not heard of yet. */
  onTyping: () => void;
  /** Opens the question that something is wrong with. */
  onOpen: (questionId: string) => void;
}

/** The editor's form: what is typed outlives a reload, and is never mixed with what another tab saved. */
export function useEditorForm({ edited, template, onSaved, onTyping, onOpen }: EditorOptions) {
  const queryClient = useQueryClient();
  const save = useSave(edited);
  const [isRefused, setRefused] = useState(false);
  const id = edited?.form.id;
  const readAnew = () => id !== undefined && void queryClient.invalidateQueries({ queryKey: editedFormQuery(id).queryKey });

  const form = useServerForm<FormValues>({
    stored: useMemo(() => (edited ? valuesOf(edited) : NEW_FORM), [edited]),
    keep: { form: 'intake-form', record: id ?? (template ? `new/${template.key}` : 'new'), whole: true },
    check: problemsOf,
    checksOn: true,
    send: async (values) => {
      const saved = await save(values);
      setRefused(false);
      toast.success(id === undefined ? messages.created : messages.updated);
      onSaved();
      return valuesOf(saved);
    },
    onInvalid: (problems) => {
      toast.error(problems['title'] ?? problems['questions'] ?? messages.checkFields);
      openFirst(problems);
    },
    onRefused: (error, told) => {
      toast.error(messages.saveFailed);
      openFirst(told.fields);
      if (!(error instanceof ApiError) || error.status !== 409) return told;
      setRefused(true);
      readAnew();
      return SILENT;
    },
    refresh: readAnew,
  });

  const openFirst = (problems: Readonly<Record<string, string>>) => {
    const places = Object.keys(problems).flatMap((name) => /^questions\.(\d+)/.exec(name)?.[1] ?? []);
    const first = form.values().questions[Math.min(...places.map(Number))];
    if (first) onOpen(first.id);
  };

  const laid = useTemplate(form, template);
  const typing = useRef<() => void>(undefined);
  const withTyping: EditorForm = {
    ...form,
    typing,
    onTyping,
    heard: form.values,
    resets: form.resets + laid,
    props: {
      ...form.props,
      onSubmit: (event) => {
        typing.current?.();
        form.props.onSubmit(event);
      },
    },
    values: () => {
      typing.current?.();
      return form.values();
    },
    submit: () => {
      typing.current?.();
      return form.submit();
    },
    discard: () => {
      typing.current?.();
      form.discard();
    },
  };
  return {
    form: withTyping,
    conflict: isRefused || form.changedElsewhere,
    /** What is here takes the place of what was saved meanwhile. */
    saveAsNewest: () => {
      form.set('version', edited?.form.version ?? 0);
      return withTyping.submit();
    },
  };
}

/** Lays a template down where nothing was typed yet. @returns how often it did */
function useTemplate(form: ServerForm<FormValues>, template: IntakeTemplate | undefined): number {
  const [laid, setLaid] = useState(0);
  useEffect(() => {
    if (!template || JSON.stringify(form.values()) !== JSON.stringify(NEW_FORM)) return;
    const { title, description, questions, instrument } = valuesOfTemplate(template);
    form.set('title', title);
    form.set('description', description);
    form.set('questions', questions);
    form.set('instrument', instrument);
    setLaid(1);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a template is laid down once
  }, []);
  return laid;
}

/** Saves the form, then its services. When the services fail, the next try finds the form saved already. */
function useSave(edited: EditedForm | undefined): (values: FormValues) => Promise<EditedForm> {
  const saveForm = useSaveForm();
  const saveServices = useSaveFormServices();
  const queryClient = useQueryClient();
  const [keyring] = useState(createKeyring);
  const made = useRef<IntakeForm>(undefined);
  return async (values) => {
    const body = bodyOf(values);
    const version = Math.max(values.version, made.current?.version ?? 0);
    const form = await saveForm.mutateAsync({ id: edited?.form.id ?? made.current?.id, version, body, key: keyring.keyFor(body) });
    made.current = form;
    const before = edited?.services ?? [];
    const isSame = JSON.stringify(before) === JSON.stringify(values.services);
    const { services } = isSame ? { services: before } : await saveServices.mutateAsync({ id: form.id, services: values.services });
    const saved = { form, services };
    queryClient.setQueryData(editedFormQuery(form.id).queryKey, saved);
    return saved;
  };
}
