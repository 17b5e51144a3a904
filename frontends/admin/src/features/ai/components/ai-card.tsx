import { Button } from '@attune/shared-ui/components/button';
import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { formatNumber } from '@attune/shared-ui/format';
import { useId, useState } from 'react';
import { momentLabel } from '../../../moment';
import type { AiStatus } from '../../../wire';
import { useAllowModel } from '../ai.api';
import { aiMessages as messages } from '../messages';
import styles from './ai-card.module.css';

/** What reads notes, how that went, and whether it may be a language model. */
export function AiCard({ status }: { status: AiStatus }) {
  const title = useId();
  const [asks, setAsks] = useState(false);
  const allow = useAllowModel();
  const { engine, model_configured: isConfigured, model_allowed: isAllowed, last_success: last } = status;
  const facts = [
    [messages.engine, engine],
    [messages.lastSuccess, last === null ? messages.never : <time dateTime={last}>{momentLabel(last)}</time>],
    [messages.successes, formatNumber(status.successes_last_day)],
    [messages.failures, formatNumber(status.failures_last_day)],
  ] as const;
  const change = async () => {
    await allow.mutateAsync(!isAllowed).catch(() => undefined);
    setAsks(false);
  };
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={messages.title} />
      <div className={styles.body}>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {isConfigured ? <Button onClick={() => setAsks(true)}>{isAllowed ? messages.off : messages.on}</Button> : <p className={styles.soft}>{messages.notConfigured}</p>}
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={isAllowed ? messages.offTitle : messages.onTitle}
        body={isAllowed ? messages.offBody : messages.onBody}
        confirmLabel={isAllowed ? messages.offConfirm : messages.onConfirm}
        tone="primary"
        loading={allow.isPending}
        onConfirm={() => void change()}
      />
    </Card>
  );
}
