import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface SkeletonProps {
  width?: string | number;
  height?: string | number;
  radius?: 'sm' | 'md' | 'lg' | 'full';
}

/** A grey shape where something will be. */
export function Skeleton({ width = '100%', height = 16, radius = 'sm' }: SkeletonProps) {
  return <span aria-hidden="true" className={clsx(styles.shape, styles[radius])} style={{ width, height }} />;
}

export interface SkeletonGroupProps {
  /** What is loading, read out once. */
  label: string;
  children: ReactNode;
}

/** Skeletons that together stand for one thing. */
export function SkeletonGroup({ label, children }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy="true" className={styles.group}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}
