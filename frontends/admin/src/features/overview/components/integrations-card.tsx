import { Badge } from '@attune/shared-ui/components/badge';
import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { useId } from 'react';
import { momentLabel } from '../../../moment';
import type { Integration } from '../../../wire';
import { overviewMessages, PART_NAMES, STATE_WORDS } from '../messages';
import styles from './integrations-card.module.css';

/** What the server calls the engine of a part that nothing does the work of. */
const NO_ENGINE = 'none';

/** What the product runs on: engine, state, and the last failure of each part, as the server knows them. */
export function IntegrationsCard({ integrations }: { integrations: readonly Integration[] }) {
  const title = useId();
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={overviewMessages.status} />
      <ul className={styles.list}>
        {integrations.map((integration) => (
          <IntegrationRow key={integration.part} integration={integration} />
        ))}
      </ul>
    </Card>
  );
}

function IntegrationRow({ integration }: { integration: Integration }) {
  const { part, engine, state, note, last_failure: failure } = integration;
  const { tone, text } = STATE_WORDS[state];
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.name}>{PART_NAMES[part] ?? part}</h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className={styles.soft}>{[engine, note].filter((words) => words !== '' && words !== NO_ENGINE).join(' · ')}</p>
      {failure !== null && (
        <p className={styles.failure}>
          Last failure <time dateTime={failure.at}>{momentLabel(failure.at)}</time>: {failure.reason}
        </p>
      )}
    </li>
  );
}
