import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { ApiError, toast, useQuery, useSession } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import { deviceRecorder } from '../recorder/device-recorder';
import { fileUpload } from '../recorder/file-upload';
import { isFinal, sessionsQuery, type SessionStatus, useEndSession, useRefreshSessions, useSessionStatus } from '../recording.api';
import { recordingMessages as messages } from '../recording-messages';
import { DeviceCard } from './device-card';
import panel from './meeting-panel.module.css';
import styles from './monitor.module.css';
import { LiveLines } from './live-lines';
import { SessionFacts } from './session-facts';
import { UploadCard } from './upload-card';
import { useDeviceRecorder, useFileUpload } from './use-recordings';

interface MonitorProps {
  /** Of the address; without it the newest one that is not over. */
  sessionId: string | undefined;
  onResults: (sessionId: string) => void;
}

/** How far the session is that goes on, and its end. */
export function Monitor({ sessionId, onResults }: MonitorProps) {
  const recorder = useDeviceRecorder();
  const upload = useFileUpload();
  const { data: sessions, isLoading } = useQuery(sessionsQuery());
  const here = recorder.session?.session_id ?? upload.session?.session_id;
  const id = sessionId ?? here ?? sessions?.body.find((each) => !isFinal(each))?.session_id;
  const refusal = recorder.refusal ?? upload.refusal;
  const putAway = () => {
    deviceRecorder.putAway();
    fileUpload.putAway();
  };
  return (
    <div className={panel.stack}>
      {refusal !== undefined && (
        <Banner tone="attention" role="alert" onDismiss={putAway}>
          {refusal}
        </Banner>
      )}
      {id !== undefined && <Watched key={id} id={id} isHere={id === here} onResults={onResults} />}
      {id === undefined && isLoading && <Loading />}
      {id === undefined && !isLoading && (
        <Card>
          <EmptyState level={3} drawing="search" title={messages.monitorTitle} text={messages.monitor} />
        </Card>
      )}
    </div>
  );
}

function Loading() {
  return (
    <SkeletonGroup label={messages.loading}>
      <Skeleton height={220} />
    </SkeletonGroup>
  );
}

function Watched({ id, isHere, onResults }: { id: string; isHere: boolean; onResults: MonitorProps['onResults'] }) {
  const heading = useId();
  const { data: session, error, isLoadingError, isFetching, refetch } = useSessionStatus(id);
  const complete = useComplete(id, isHere, onResults);
  const recorder = useDeviceRecorder().phase;
  // This window knows sooner than the server that nothing is heard.
  const isUnheard = isHere && recorder !== 'recording';
  const isStill = recorder === 'interrupted' && isHere && session?.status === 'recording';
  if (isLoadingError) {
    const isGone = error instanceof ApiError && error.status === 404;
    return isGone ? (
      <Banner tone="attention" role="status">
        {messages.notFound}
      </Banner>
    ) : (
      <ErrorPanel level={3} title={messages.loadFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return (
    <>
      {isHere && <DeviceCard onEnd={complete.ask} />}
      {isHere && <UploadCard />}
      {session === undefined ? (
        <Loading />
      ) : (
        <Card as="section" aria-labelledby={heading}>
          <div className={panel.stack}>
            <div className={styles.head}>
              <h3 id={heading} className={panel.part}>
                {isStill ? messages.notNow : stateOf(session)}
              </h3>
              <p role="status" className={styles.sentence}>
                {isStill ? messages.notNowText : session.sentence}
              </p>
            </div>
            {session.notetaker_words && (
              <div className={styles.head}>
                <p className={styles.words}>
                  {messages.words} <strong>{session.notetaker_words}</strong>
                </p>
                <p className={styles.soft}>{messages.wordsHint}</p>
              </div>
            )}
            <ProgressBar label={messages.progress} value={progressOf(session)} detail={isStill ? messages.notNow : stateOf(session)} />
            <SessionFacts session={session} isStill={isUnheard} />
            <div className={styles.controls}>
              {(session.status === 'recording' || (session.status === 'joining' && session.start_time !== null && session.route !== 'upload')) && !isHere && (
                <Button icon="stop" loading={complete.busy} onClick={complete.ask}>
                  {messages.complete}
                </Button>
              )}
              {session.status === 'joining' && session.start_time === null && <Cancel id={id} />}
              {(isFinal(session) || session.status === 'processing') && <Button onClick={() => onResults(id)}>{messages.toResults}</Button>}
            </div>
          </div>
        </Card>
      )}
      {session !== undefined && session.route !== 'upload' && !isFinal(session) && <LiveLines id={id} />}
      <ConfirmDialog
        open={complete.asks}
        onOpenChange={complete.setAsks}
        title={messages.completeQuestion}
        body={messages.completeText}
        confirmLabel={messages.complete}
        cancelLabel={messages.completeKeep}
        onConfirm={() => void complete.confirm()}
      />
    </>
  );
}

/** The end of what this window records comes after the rest of its sound was sent. */
function useComplete(id: string, isHere: boolean, onResults: MonitorProps['onResults']) {
  const [asks, setAsks] = useState(false);
  const end = useEndSession(id, 'complete');
  const refresh = useRefreshSessions();
  const confirm = async () => {
    setAsks(false);
    try {
      if (isHere) await deviceRecorder.end();
      else await end.mutateAsync();
      refresh(id);
      onResults(id);
    } catch (error) {
      toast.error(refusalText(error, messages.completeFailed));
    }
  };
  return { asks, setAsks, ask: () => setAsks(true), confirm, busy: end.isPending };
}

function Cancel({ id }: { id: string }) {
  const account = useSession().user?.id ?? '';
  const cancel = useEndSession(id, 'cancel');
  const press = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        if (deviceRecorder.now().session?.session_id === id) void deviceRecorder.drop();
        if (fileUpload.now().session?.session_id === id) fileUpload.forget(account);
      },
      onError: (error) => void toast.error(refusalText(error, messages.cancelFailed)),
    });
  return (
    <Button loading={cancel.isPending} onClick={press}>
      {messages.cancel}
    </Button>
  );
}

/** Neither a pause is a recording nor what an interrupted device does. */
function stateOf({ status, is_paused, is_interrupted }: SessionStatus): string {
  if (is_interrupted) return messages.notNow;
  return is_paused ? messages.paused : messages.statuses[status];
}

/** Completed is all of it, processing three quarters, recording half, anything else a quarter. */
function progressOf({ status, is_paused, is_interrupted }: SessionStatus): number {
  return is_paused || is_interrupted ? 50 : { completed: 100, processing: 75, recording: 50, joining: 25, failed: 25, cancelled: 25 }[status];
}
