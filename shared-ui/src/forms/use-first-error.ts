import { useLayoutEffect, useRef, useState } from 'react';
import type { Problems } from './refusal';

/** Finds the fields that a form shows, and gives the focus to the first of them that something is wrong with, once that is drawn. */
export function useFirstError() {
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Problems>({});
  useLayoutEffect(() => {
    const first = fieldsOf(element.current).find((field) => nameOf(field) in wrong);
    first?.focus();
  }, [wrong]);
  return { element, shownFields: () => new Set(fieldsOf(element.current).map(nameOf)), focusFirst: setWrong };
}

/** In the order of the page, whatever order they were drawn in. */
function fieldsOf(form: HTMLFormElement | null): HTMLElement[] {
  return Array.from(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []);
}

function nameOf(field: HTMLElement): string {
  return field.dataset['field'] ?? '';
}
