import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatInstant } from '@attune/shared-ui/format';
import { ConsentMarks } from '@attune/shared-ui/recording-consent';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { isStanding, type MeetingConsent, useConsent, useWithdrawConsent } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import { recordingMessages } from '../recording-messages';
import type { AskedSetup } from '../use-setup';
import { ClientParty, TherapistParty } from './consent-party';
import { SetupSteps } from './meeting-setup';
import { SetupFacts } from './setup-facts';
import { StartStep } from './start-step';
import styles from './meeting-setup.module.css';

interface ConsentStepProps {
  asked: AskedSetup;
  onReset: () => void;
  /** The session is recorded in another way. */
  onChange: (asked: AskedSetup) => void;
  onStarted: (sessionId: string) => void;
}

/** Steps 2 and 3: both answers, how far they are, and the way back out. */
export function ConsentStep({ asked, onReset, onChange, onStarted }: ConsentStepProps) {
  const { consentId, values } = asked;
  const { data: consent, error, isLoadingError, isFetching, refetch } = useConsent(consentId);
  const isGone = error instanceof ApiError && error.status === 404;
  const reset = <Button onClick={onReset}>{messages.reset}</Button>;
  return (
    <>
      <SetupSteps at={consent?.status === 'complete' || consent?.status === 'used' ? 2 : 1} />
      {isLoadingError && !isGone && <ErrorPanel level={3} title={messages.loadFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />}
      {isLoadingError && isGone && (
        <Banner tone="attention" role="status" action={reset}>
          {messages.notFound}
        </Banner>
      )}
      {consent === undefined && !isLoadingError && (
        <SkeletonGroup label={messages.loading}>
          <Skeleton height={72} />
          <Skeleton height={320} />
        </SkeletonGroup>
      )}
      {consent !== undefined && (
        <>
          <Standing consent={consent} />
          {consent.status === 'complete' && <StartStep key={values.route} asked={asked} onChange={onChange} onStarted={onStarted} />}
          {consent.session_id !== null && consent.status === 'used' && <ToMonitor sessionId={consent.session_id} onOpen={onStarted} />}
          {isStanding(consent) && (
            <div className={styles.parties}>
              <TherapistParty consent={consent} />
              <ClientParty consent={consent} />
            </div>
          )}
          <ConsentMarks marks={consent.marks} />
          <Card>
            <SetupFacts values={values} />
          </Card>
          <div className={styles.actions}>
            {(isStanding(consent) || consent.status === 'used') && <Withdraw id={consentId} />}
            {reset}
          </div>
        </>
      )}
    </>
  );
}

/** How far the consents are; read out when it changes, also where the client changed it. */
function Standing({ consent: { status, expires_at, withdrawn_by } }: { consent: MeetingConsent }) {
  const until = formatInstant(expires_at);
  const [tone, title, text] = {
    waiting: ['info', messages.waitingTitle, `${messages.waiting} ${until}.`],
    complete: ['positive', messages.completeTitle, `${messages.complete} ${until}.`],
    declined: ['attention', messages.declinedTitle, `${messages.declined} ${until}.`],
    withdrawn: ['attention', messages.withdrawnTitle, `${withdrawn_by ? `${messages.withdrawnBy[withdrawn_by]} ` : ''}${messages.withdrawn}`],
    expired: ['attention', messages.expiredTitle, messages.expired],
    used: ['info', messages.usedTitle, messages.used],
  }[status] as ['info' | 'positive' | 'attention', string, string];
  return (
    <Banner tone={tone} role="status" title={title}>
      {text}
    </Banner>
  );
}

function ToMonitor({ sessionId, onOpen }: { sessionId: string; onOpen: (sessionId: string) => void }) {
  return (
    <div>
      <Button variant="primary" onClick={() => onOpen(sessionId)}>
        {recordingMessages.open}
      </Button>
    </div>
  );
}

function Withdraw({ id }: { id: string }) {
  const [asks, setAsks] = useState(false);
  const withdraw = useWithdrawConsent(id);
  const confirm = () => {
    setAsks(false);
    withdraw.mutate(undefined, {
      onSuccess: () => {
        toast.success(messages.withdrawDone);
        // The button that was pressed is gone.
        document.getElementById('main')?.focus({ preventScroll: true });
      },
      onError: (error) => void toast.error(refusalText(error, messages.withdrawFailed)),
    });
  };
  return (
    <>
      <Button loading={withdraw.isPending} onClick={() => setAsks(true)}>
        {messages.withdraw}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={messages.withdrawQuestion}
        body={messages.withdrawText}
        confirmLabel={messages.withdraw}
        cancelLabel={messages.withdrawKeep}
        onConfirm={confirm}
      />
    </>
  );
}
