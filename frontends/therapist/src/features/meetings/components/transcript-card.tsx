import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatElapsed, formatInstant } from '@attune/shared-ui/format';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import { isUnderWay, type Transcript, transcriptQuery, useTranscriptDeed } from '../transcript.api';
import { transcriptMessages as messages } from '../transcript-messages';
import panel from './meeting-panel.module.css';
import monitor from './monitor.module.css';
import styles from './session-notes.module.css';
import { TranscriptLineRow } from './transcript-line';

interface TranscriptCardProps {
  id: string;
  /** The line that a sentence of the notes rests on. */
  shown: string | undefined;
  /** The id of a line's element. */
  lineId: (line: string) => string;
  /** Left out where there is no sound any more. */
  onPlay?: (seconds: number) => void;
}

/** The text of a session's sound: made, corrected beside the sound, accepted. */
export function TranscriptCard({ id, shown, lineId, onPlay }: TranscriptCardProps) {
  const heading = useId();
  const { data, isLoadingError, isFetching, refetch } = useQuery(transcriptQuery(id));
  if (isLoadingError) return <ErrorPanel level={3} title={messages.transcriptFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className={panel.stack}>
        <h3 id={heading} className={panel.part}>
          {messages.transcriptTitle}
        </h3>
        {data === undefined ? (
          <SkeletonGroup label={messages.transcriptLoading}>
            <Skeleton height={160} />
          </SkeletonGroup>
        ) : (
          <>
            <Progress id={id} transcript={data} />
            {data.lines.length > 0 && (
              <ol className={styles.lines}>
                {data.lines.map((line) => (
                  <li key={line.id} id={lineId(line.id)}>
                    <TranscriptLineRow sessionId={id} line={line} isShown={line.id === shown} canCorrect={data.state === 'done' && data.accepted_at === null} {...(onPlay && { onPlay })} />
                  </li>
                ))}
              </ol>
            )}
            {data.state === 'done' && data.accepted_at === null && <Accept id={id} />}
          </>
        )}
      </div>
    </Card>
  );
}

/** How far it is, and what may be asked for. */
function Progress({ id, transcript }: { id: string; transcript: Transcript }) {
  const start = useTranscriptDeed(id);
  const { state, sentence, failure, refused, done_seconds, sound_seconds, lines, has_times, kept_until } = transcript;
  const press = () => start.mutate('start', { onError: (error) => void toast.error(refusalText(error, messages.beginFailed)) });
  return (
    <>
      <p role="status" className={monitor.sentence}>
        {sentence} {state === 'done' && kept_until !== null && messages.keptUntil(formatInstant(kept_until))}
      </p>
      {failure !== null && <Banner tone="attention">{failure}</Banner>}
      {isUnderWay(transcript) && (
        <ProgressBar label={messages.progress} value={sound_seconds === 0 ? 0 : (100 * done_seconds) / sound_seconds} detail={messages.done(formatElapsed(done_seconds), formatElapsed(sound_seconds))} />
      )}
      {(state === 'none' || state === 'failed') && refused !== null && <p className={monitor.soft}>{refused}</p>}
      {(state === 'none' || state === 'failed') && refused === null && (
        <div>
          <Button loading={start.isPending} onClick={press}>
            {state === 'none' ? messages.begin : messages.tryAgain}
          </Button>
        </div>
      )}
      {lines.some(({ speaker }) => speaker !== null) && <p className={monitor.soft}>{messages.voices}</p>}
      {lines.length > 0 && !has_times && <p className={monitor.soft}>{messages.noTimes}</p>}
    </>
  );
}

function Accept({ id }: { id: string }) {
  const [asks, setAsks] = useState(false);
  const accept = useTranscriptDeed(id);
  const confirm = () =>
    accept.mutate('accept', {
      onSuccess: () => void toast.success(messages.accepted),
      onError: (error) => void toast.error(refusalText(error, messages.acceptFailed)),
      onSettled: () => setAsks(false),
    });
  return (
    <div>
      <Button variant="primary" icon="check" loading={accept.isPending} onClick={() => setAsks(true)}>
        {messages.accept}
      </Button>
      <ConfirmDialog open={asks} onOpenChange={setAsks} title={messages.acceptQuestion} body={messages.acceptText} confirmLabel={messages.accept} cancelLabel={messages.acceptKeep} onConfirm={confirm} />
    </div>
  );
}
