import { Badge, type BadgeTone } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { Icon } from '@attune/shared-ui/components/icon';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatInstant } from '@attune/shared-ui/format';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { calendarStatusKey } from '../../../notices.api';
import { type CalendarStatus, useDisconnect, useRefresh } from '../calendar.api';
import { failureWords } from '../calendar-words';
import { calendarMessages as messages } from '../messages';
import { useConnect } from '../use-connect';
import { useHeldFocus } from '../use-held-focus';
import styles from './status-card.module.css';
import { StatusFacts } from './status-facts';

interface StatusCardProps {
  status: CalendarStatus;
  /** Google was asked anew and has not answered yet. */
  isAsking: boolean;
  onAsked: () => void;
}

/** How the connection to Google Calendar is, and what can be done with it. */
export function StatusCard({ status, isAsking, onAsked }: StatusCardProps) {
  const { configured, connected, state, demo, open_url } = status;
  const { connect, isConnecting, dialog } = useConnect();
  const refresh = useRefreshing(connected, onAsked);
  const [isEnding, setEnding] = useState(false);
  const { place } = useHeldFocus<HTMLHeadingElement>(isEnding, connected);
  const isBroken = state === 'needs_reconnect';
  return (
    <Card as="section" padding="lg" aria-labelledby="calendar-status" className={styles.card}>
      <div className={styles.head}>
        <h3 id="calendar-status" ref={place} tabIndex={-1} className={styles.title}>
          {messages.service}
        </h3>
        <StatusBadge status={status} />
      </div>
      <p role="status" className={styles.line}>
        {isAsking ? messages.asking : lineOf(status)}
      </p>
      {isBroken && (
        <Banner tone="danger" title={status.detail ?? undefined}>
          {messages.needsReconnect}
        </Banner>
      )}
      {status.busy_known_until !== null && (
        <Banner tone="danger" title={messages.tooMany(formatInstant(status.busy_known_until))}>
          {messages.tooManyText}
        </Banner>
      )}
      {connected && <Remarks status={status} />}
      {connected && <StatusFacts status={status} />}
      {demo && configured && <p className={styles.soft}>{messages.demo}</p>}
      <div className={styles.actions}>
        {configured && (!connected || (isBroken && status.reason !== 'target_gone')) && (
          <Button variant="primary" icon="link" loading={isConnecting} onClick={connect}>
            {isConnecting ? messages.connecting : connected ? messages.connectAgain : messages.connect}
          </Button>
        )}
        {open_url !== null && (
          <a href={open_url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            <Icon name="external" size={18} />
            {messages.open}
            <VisuallyHidden> {messages.newTab}</VisuallyHidden>
          </a>
        )}
        <Button icon="refresh" loading={refresh.isPending} onClick={refresh.press}>
          {messages.refresh}
        </Button>
        {connected && (
          <Button variant="quiet" onClick={() => setEnding(true)}>
            {messages.disconnect}
          </Button>
        )}
      </div>
      <div className={styles.privacy}>
        <Icon name="shield" size={20} />
        <p>
          <strong>{messages.privacyTitle}</strong> {messages.privacy}
        </p>
      </div>
      {dialog}
      {isEnding && <DisconnectQuestion account={status.account} onClose={() => setEnding(false)} />}
    </Card>
  );
}

const TONES: Record<NonNullable<CalendarStatus['state']>, BadgeTone> = { ok: 'positive', paused: 'attention', needs_reconnect: 'danger' };

function StatusBadge({ status: { configured, connected, state } }: { status: CalendarStatus }) {
  if (connected) return <Badge tone={TONES[state ?? 'ok']}>{messages.badges[state ?? 'ok']}</Badge>;
  return <Badge>{configured ? messages.badges.none : messages.badges.off}</Badge>;
}

/** The state in one sentence. */
function lineOf({ configured, connected, state, detail, last_synced_at }: CalendarStatus): string {
  if (!configured && !connected) return messages.notConfigured;
  if (!connected) return messages.notConnected;
  if (state === 'needs_reconnect') return messages.outOfStep;
  if (state === 'paused') return detail ?? messages.pausedText;
  return last_synced_at === null ? messages.firstReading : messages.inStep;
}

/** What else is to be known, and done about. */
function Remarks({ status: { state, next_try_at, missing_appointments, calendar_name, calendars } }: { status: CalendarStatus }) {
  const remarks = [
    missing_appointments > 0 && messages.missing(missing_appointments),
    calendar_name === null && messages.noTarget,
    calendars.length > 0 && !calendars.some(({ blocks }) => blocks) && messages.noneBlocks,
    state !== 'ok' && next_try_at !== null && messages.nextTry(formatInstant(next_try_at)),
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <ul className={styles.remarks}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

/** Has Google asked anew; without a connection the status alone is read again. */
function useRefreshing(connected: boolean, onAsked: () => void) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const [isReading, setReading] = useState(false);
  const failed = (error: unknown) => void toast.error(failureWords(error, messages.statusFailed, messages.statusError));
  const read = () => {
    setReading(true);
    void queryClient
      .refetchQueries({ queryKey: calendarStatusKey }, { throwOnError: true })
      .catch(failed)
      .finally(() => setReading(false));
  };
  return {
    isPending: refresh.isPending || isReading,
    press: () => (connected ? refresh.mutate(undefined, { onSuccess: onAsked, onError: failed }) : read()),
  };
}

function DisconnectQuestion({ account, onClose }: { account: string | null; onClose: () => void }) {
  const { mutate, isPending } = useDisconnect();
  const disconnect = () =>
    mutate(undefined, {
      onSuccess: ({ revoked }) => (revoked ? toast.success(messages.disconnected) : toast.info(messages.notRevoked, { duration: 10_000 })),
      onError: (error) => void toast.error(refusalText(error, messages.disconnectFailed)),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.disconnectQuestion}
      body={
        <>
          {account !== null && (
            <>
              <strong className={styles.account}>{account}</strong>
              <br />
            </>
          )}
          {messages.disconnectText}
        </>
      }
      confirmLabel={messages.disconnect}
      cancelLabel={messages.disconnectKeep}
      tone="danger"
      loading={isPending}
      onConfirm={disconnect}
    />
  );
}
