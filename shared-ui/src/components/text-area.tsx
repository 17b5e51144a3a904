import clsx from 'clsx';
import { useCallback, useLayoutEffect, useRef, type ComponentProps } from 'react';
import styles from './control.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  /** Grows with its text instead of scrolling. */
  autoGrow?: boolean;
}

/** A control for several lines of text; put it into a Field. */
export function TextArea({ autoGrow = false, className, ref, rows = 3, ...native }: TextAreaProps) {
  const inner = useRef<HTMLTextAreaElement | null>(null);
  const attach = useCallback(
    (node: HTMLTextAreaElement | null) => {
      inner.current = node;
      if (typeof ref === 'function') return ref(node);
      if (ref) ref.current = node;
    },
    [ref],
  );

  const fit = useCallback(() => {
    const area = inner.current;
    if (!area || !autoGrow || growsByItself()) return;
    area.style.height = 'auto';
    // Two more for the borders, which scrollHeight leaves out.
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [autoGrow]);

  useLayoutEffect(fit, [fit, native.value]);

  return (
    <textarea
      {...native}
      ref={attach}
      rows={rows}
      onInput={(event) => {
        fit();
        native.onInput?.(event);
      }}
      className={clsx(styles.control, styles.area, autoGrow && styles.grow, className)}
    />
  );
}

/** Most browsers fit a text area to its text by CSS; measuring it lays the whole page out with every keystroke. */
function growsByItself(): boolean {
  return globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;
}
