import clsx from 'clsx';
import { useCallback, useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react';
import styles from './control.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  /** Grows with its text instead of scrolling. */
  autoGrow?: boolean;
}

/** A control for several lines of text; put it into a Field. As with a TextInput, browsers remember nothing of it unless `autoComplete` says what it is. */
export function TextArea({ autoGrow = false, autoComplete = 'off', className, ref, rows = 3, ...native }: TextAreaProps) {
  const { area, fit } = useGrowth(autoGrow);
  const attach = useCallback(
    (node: HTMLTextAreaElement | null) => {
      area.current = node;
      if (typeof ref === 'function') return ref(node);
      if (ref) ref.current = node;
    },
    [area, ref],
  );

  useLayoutEffect(fit, [fit, native.value]);

  const control = (
    <textarea
      {...native}
      autoComplete={autoComplete}
      ref={attach}
      rows={rows}
      onInput={(event) => {
        fit();
        native.onInput?.(event);
      }}
      className={clsx(styles.control, styles.area, autoGrow && styles.grow, className)}
    />
  );
  // What lies in a grid is never laid out without it.
  return autoGrow ? <div className={styles.growth}>{control}</div> : control;
}

/** So long after the last letter that was taken away a field becomes lower again, in milliseconds. */
const PAUSE_MS = 150;

/**
 * The height of an area's text, as a number and not as something that the page works out: an area whose size depends on nothing
 * inside of it is laid out alone with every letter, and a long page around it is not. Higher at once, lower in a pause.
 */
function useGrowth(autoGrow: boolean) {
  const area = useRef<HTMLTextAreaElement | null>(null);
  const length = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const measure = useCallback(() => {
    const node = area.current;
    if (!node) return;
    node.style.height = '';
    node.style.contain = '';
    const borders = node.offsetHeight - node.clientHeight;
    // Where the browser knows no height by content it is as high as its rows, and scrolls.
    const height = Math.max(node.offsetHeight, node.scrollHeight + borders);
    // Out of sight it has no height yet.
    if (node.offsetWidth === 0) return;
    node.style.height = `${height}px`;
    node.style.contain = 'strict';
  }, []);

  const fit = useCallback(() => {
    const node = area.current;
    if (!node || !autoGrow) return;
    const shorter = node.value.length < length.current;
    length.current = node.value.length;
    if (node.style.height === '') return measure();
    if (node.scrollHeight > node.clientHeight) node.style.height = `${node.scrollHeight + node.offsetHeight - node.clientHeight}px`;
    if (!shorter) return;
    clearTimeout(pause.current);
    pause.current = setTimeout(measure, PAUSE_MS);
  }, [autoGrow, measure]);

  useEffect(() => {
    const node = area.current;
    if (!node || !autoGrow || !globalThis.ResizeObserver) return;
    let width = node.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (node.offsetWidth === width) return;
      width = node.offsetWidth;
      measure();
    });
    observer.observe(node);
    return () => {
      observer.disconnect();
      clearTimeout(pause.current);
    };
  }, [autoGrow, measure]);

  return { area, fit };
}
