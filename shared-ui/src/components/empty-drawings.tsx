import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

const drawings = {
  calendar: (
    <>
      <rect className={styles.sheet} x="38" y="28" width="84" height="68" rx="9" />
      <path className={styles.stroke} d="M38 46h84M58 21v13M102 21v13M54 60h8M76 60h8M98 60h8M54 76h8M76 76h8" />
      <circle className={styles.warm} cx="102" cy="76" r="9" />
    </>
  ),
  notes: (
    <>
      <rect className={styles.sheet} x="46" y="18" width="62" height="80" rx="8" />
      <path className={styles.stroke} d="M58 36h38M58 49h38M58 62h24" />
      <path className={styles.warm} d="m84 92 4-13 26-26a5 5 0 0 1 8 8L96 88z" />
    </>
  ),
  services: (
    <>
      <path className={styles.sheet} d="M44 54a10 10 0 0 1 10-10h52a10 10 0 0 1 10 10v28H44z" />
      <path className={styles.stroke} d="M36 66a8 8 0 0 1 16 0v16h56V66a8 8 0 0 1 16 0v26a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4zM48 96v6M112 96v6" />
      <path className={styles.warm} d="M66 68h28v14H66z" />
    </>
  ),
  people: (
    <>
      <circle className={styles.sheet} cx="64" cy="44" r="15" />
      <path className={styles.sheet} d="M36 96c0-18 12-29 28-29s28 11 28 29z" />
      <circle className={styles.warm} cx="103" cy="52" r="11" />
      <path className={styles.stroke} d="M98 74c15-3 27 7 27 22h-22" />
    </>
  ),
  forms: (
    <>
      <rect className={styles.sheet} x="46" y="22" width="68" height="78" rx="8" />
      <path className={styles.stroke} d="M76 42h26M76 60h26M76 78h16M57 41l4 4 7-8M57 59l4 4 7-8" />
      <circle className={styles.warm} cx="62" cy="79" r="6" />
    </>
  ),
  search: (
    <>
      <circle className={styles.sheet} cx="74" cy="54" r="28" />
      <path className={styles.stroke} d="m95 76 20 20" />
      <path className={styles.stroke} d="M62 48h24M62 60h12" />
      <circle className={styles.warm} cx="118" cy="34" r="7" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type EmptyDrawingName = keyof typeof drawings;

/** A small line drawing in the theme's own colours. */
export function EmptyDrawing({ name }: { name: EmptyDrawingName }) {
  return (
    <svg
      className={styles.drawing}
      width="160"
      height="116"
      viewBox="0 0 160 116"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse className={styles.ground} cx="80" cy="64" rx="74" ry="48" />
      {drawings[name]}
    </svg>
  );
}
