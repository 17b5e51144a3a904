import type { ReactNode } from 'react';
import { type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form';
import { Field, type FieldAria, type FieldProps } from '../components/field';
import type { ServerForm } from './use-server-form';

/** What ties a control to its field: its content, and the name by which the form finds it. */
export interface FieldControl<Value> {
  value: Value;
  /** Takes the control's event, or the new content itself. */
  onChange: (next: unknown) => void;
  'data-field': string;
}

/** One field of a server form: its control, and what is wrong with it. */
/** One field of a form, for a part inside of what has the form: beside it, the field would not hear of a draft that is recalled. */
export function useField<Values extends FieldValues, Name extends FieldPath<Values>>(form: ServerForm<Values>, name: Name) {
  const { field, fieldState } = useController({ control: form.control, name });
  const onChange = (next: unknown) => {
    field.onChange(next);
    form.noteTyping(name);
  };
  const control: FieldControl<FieldPathValue<Values, Name>> = { value: field.value, onChange, 'data-field': name };
  return { control, error: fieldState.error?.message };
}

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Omit<FieldProps, 'children' | 'error'> {
  form: ServerForm<Values>;
  /** As on the wire. */
  name: Name;
  children: (control: FieldAria & FieldControl<FieldPathValue<Values, Name>>) => ReactNode;
}

/** A labelled field of a server form, with its error. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({ form, name, children, ...words }: FormFieldProps<Values, Name>) {
  const { control, error } = useField(form, name);
  return (
    <Field {...words} error={error}>
      {(aria) => children({ ...aria, ...control })}
    </Field>
  );
}
