import { StatCard } from '@attune/shared-ui/components/stat-card';
import { formatNumber } from '@attune/shared-ui/format';
import type { Dashboard } from '../../../wire';
import { dashboardMessages } from '../messages';
import styles from './counters.module.css';

/** The three figures, counted by the server over everything; without counts, their outline. */
export function Counters({ counts }: { counts?: Dashboard['counts'] }) {
  const { label, upcoming, completed, carePlans } = dashboardMessages.counters;
  const figure = (value: number | undefined) => ({ value: formatNumber(value ?? 0), loading: value === undefined });
  return (
    <section aria-label={label} className={styles.counters}>
      <StatCard label={upcoming} {...figure(counts?.upcoming)} />
      <StatCard label={completed} {...figure(counts?.completed)} />
      <StatCard label={carePlans} {...figure(counts?.care_plans)} />
    </section>
  );
}
