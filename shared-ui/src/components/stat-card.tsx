import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Card } from './card';
import { Skeleton } from './skeleton';
import styles from './stat-card.module.css';

export interface StatCardProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  hintTone?: 'positive' | 'soft';
  loading?: boolean;
}

/** One large figure with its name. */
export function StatCard({ label, value, hint, hintTone = 'soft', loading = false }: StatCardProps) {
  return (
    <Card className={styles.card}>
      <p className={styles.label}>{label}</p>
      {loading ? (
        <div className={styles.waiting}>
          <Skeleton width={72} height={28} radius="sm" />
        </div>
      ) : (
        <p className={styles.value}>{value}</p>
      )}
      {hint && !loading && <p className={clsx(styles.hint, styles[hintTone])}>{hint}</p>}
    </Card>
  );
}

/** Lays stat cards out: two in a row on a phone, four on a wide screen. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
