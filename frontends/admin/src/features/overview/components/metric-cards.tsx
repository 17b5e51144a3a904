import { StatCard } from '@attune/shared-ui/components/stat-card';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { formatNumber } from '@attune/shared-ui/format';
import { momentLabel } from '../../../moment';
import type { AiStatus, Integration, Metrics } from '../../../wire';
import { AI_WORDS, overviewMessages as messages, WITHOUT_AI_WORDS } from '../messages';
import styles from './metric-cards.module.css';

/** '2.4': clients for each therapist, to one decimal; '0' where there are no therapists. */
export function ratioLabel({ client_to_therapist_ratio: ratio, total_therapists: therapists }: Metrics): string {
  return therapists === 0 ? '0' : new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ratio);
}

/** '3 new this week' */
export function newThisWeek(count: number): string {
  return `${formatNumber(count)} new this week`;
}

/** '1 calendar connection', '12 calendar connections' */
export function connectionsLabel(count: number): string {
  return count === 1 ? 'calendar connection' : 'calendar connections';
}

interface MetricCardsProps {
  metrics: Metrics;
  integrations: readonly Integration[];
  ai: AiStatus;
  /** When the figures were counted. */
  asOf: string;
}

/** The six figures of the overview. */
export function MetricCards({ metrics, integrations, ai, asOf }: MetricCardsProps) {
  const state = integrations.find(({ part }) => part === 'ai')?.state ?? 'off';
  const inUse = ai.model_configured && ai.model_allowed;
  return (
    <section className={styles.section}>
      <VisuallyHidden as="h2">{messages.figures}</VisuallyHidden>
      <div className={styles.grid}>
        <StatCard
          label={messages.totalTherapists}
          value={formatNumber(metrics.total_therapists)}
          hint={newThisWeek(metrics.recent_registrations)}
          hintTone={metrics.recent_registrations > 0 ? 'positive' : 'soft'}
        />
        <StatCard
          label={messages.totalBookings}
          value={formatNumber(metrics.total_bookings)}
          hint={newThisWeek(metrics.recent_bookings)}
          hintTone={metrics.recent_bookings > 0 ? 'positive' : 'soft'}
        />
        <StatCard label={inUse ? messages.sessionNotes : messages.sessionNotesWithoutAi} value={formatNumber(metrics.total_session_notes)} hint="written in all practices" />
        <StatCard label={messages.activeUsers} value={formatNumber(metrics.active_therapists)} hint={messages.activeUsersHint} />
        <StatCard
          label={messages.integrationStatus}
          value={formatNumber(metrics.calendar_connections)}
          hint={
            <span className={styles.lines}>
              <span>{connectionsLabel(metrics.calendar_connections)}</span>
              <span>{(inUse ? AI_WORDS : WITHOUT_AI_WORDS)[state]}</span>
            </span>
          }
        />
        <StatCard
          label={messages.clientOverview}
          value={formatNumber(metrics.total_clients)}
          hint={
            <span className={styles.lines}>
              <span>total clients</span>
              <span>{ratioLabel(metrics)} clients for each therapist</span>
            </span>
          }
        />
      </div>
      <p className={styles.asOf}>
        Counted <time dateTime={asOf}>{momentLabel(asOf)}</time>
      </p>
    </section>
  );
}
