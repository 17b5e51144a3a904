import type { Dashboard } from '../wire';
import { FailedJobsCard } from '../features/jobs/components/failed-jobs-card';
import { AiCard } from '../features/ai/components/ai-card';
import { HealthStrip } from '../features/overview/components/health-strip';
import { IntegrationsCard } from '../features/overview/components/integrations-card';
import { MetricCards } from '../features/overview/components/metric-cards';
import styles from './overview-tab.module.css';

/** The figures, and below them what an operator looks after. */
export function OverviewTab({ dashboard, readAt }: { dashboard: Dashboard; readAt: number }) {
  const { metrics, integrations, as_of: asOf, failed_jobs: failedJobs } = dashboard;
  return (
    <div className={styles.tab}>
      <HealthStrip operation={dashboard.operation} now={readAt} />
      <MetricCards metrics={metrics} integrations={integrations} ai={dashboard.ai} asOf={asOf} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <IntegrationsCard integrations={integrations} />
        </div>
        <div className={styles.column}>
          <FailedJobsCard count={failedJobs} />
          <AiCard status={dashboard.ai} />
        </div>
      </div>
    </div>
  );
}
