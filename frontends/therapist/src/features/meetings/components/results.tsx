import { Badge, type BadgeTone } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { formatElapsed, formatInstant } from '@attune/shared-ui/format';
import { useAddressPages } from '@attune/shared-ui/lists/address-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { ConsentMarks } from '@attune/shared-ui/recording-consent';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { useConsent } from '../meetings.api';
import { isFinal, type MeetingSession, SESSIONS_A_PAGE, sessionsQuery, useSessionStatus } from '../recording.api';
import { recordingMessages as messages } from '../recording-messages';
import { transcriptMessages } from '../transcript-messages';
import panel from './meeting-panel.module.css';
import styles from './monitor.module.css';
import { SessionFacts } from './session-facts';

const TONES: Record<MeetingSession['status'], BadgeTone> = { joining: 'neutral', recording: 'danger', processing: 'info', completed: 'positive', failed: 'attention', cancelled: 'neutral' };

interface ResultsProps {
  sessionId: string | undefined;
  onShow: (sessionId: string | undefined) => void;
  /** What was said, and what is made of it. */
  onNotes: (sessionId: string) => void;
}

/** What became of recorded sessions: one of them, or all. */
export function Results({ sessionId, onShow, onNotes }: ResultsProps) {
  const holder = useStepFocus(sessionId ?? '');
  return (
    <div ref={holder} tabIndex={-1} className={panel.stack}>
      {sessionId === undefined ? <SessionList onShow={onShow} /> : <SessionResult key={sessionId} id={sessionId} onBack={() => onShow(undefined)} onNotes={() => onNotes(sessionId)} />}
    </div>
  );
}

function SessionList({ onShow }: Pick<ResultsProps, 'onShow'>) {
  const heading = useId();
  const pages = useAddressPages('sessions');
  const { data, isLoadingError, isFetching, refetch } = useQuery(sessionsQuery(pages.cursor));
  if (isLoadingError) return <ErrorPanel level={3} title={messages.listFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) {
    return (
      <SkeletonGroup label={messages.listLoading}>
        <Skeleton height={64} />
        <Skeleton height={64} />
      </SkeletonGroup>
    );
  }
  if (data.body.length === 0 && pages.index === 0) {
    return (
      <Card>
        <EmptyState level={3} drawing="notes" title={messages.resultsTitle} text={messages.results} />
      </Card>
    );
  }
  const from = pages.index * SESSIONS_A_PAGE;
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} className={panel.part}>
        {messages.listTitle}
      </h3>
      <ul className={styles.sessions}>
        {data.body.map((session) => (
          <SessionRow key={session.session_id} session={session} onShow={onShow} />
        ))}
      </ul>
      <Pager pages={pages} nextCursor={data.next} loading={isFetching} count={messages.listCount(from + 1, from + data.body.length)} label={messages.listTitle} />
    </Card>
  );
}

function SessionRow({ session, onShow }: { session: MeetingSession } & Pick<ResultsProps, 'onShow'>) {
  const { session_id, start_time, end_time, estimated_completion, status, route, recorded_seconds, sentence } = session;
  const when = formatInstant(start_time ?? end_time ?? estimated_completion);
  return (
    <li className={styles.session}>
      <div className={styles.sessionWords}>
        <p className={styles.sessionWhen}>
          {when} <Badge tone={TONES[status]}>{messages.statuses[status]}</Badge>
        </p>
        <p className={styles.soft}>
          {messages.routes[route]}, {messages.minutes(formatElapsed(recorded_seconds))}. {sentence}
        </p>
      </div>
      <Button size="sm" aria-label={`${messages.show}: ${when}`} onClick={() => onShow(session_id)}>
        {messages.show}
      </Button>
    </li>
  );
}

function SessionResult({ id, onBack, onNotes }: { id: string; onBack: () => void; onNotes: () => void }) {
  const { data: session, isLoadingError, isFetching, refetch } = useSessionStatus(id);
  const back = (
    <div>
      <Button icon="arrow-left" onClick={onBack}>
        {messages.back}
      </Button>
    </div>
  );
  if (isLoadingError) {
    return (
      <>
        {back}
        <ErrorPanel level={3} title={messages.loadFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />
      </>
    );
  }
  return (
    <>
      {back}
      {session === undefined ? (
        <SkeletonGroup label={messages.loading}>
          <Skeleton height={220} />
        </SkeletonGroup>
      ) : (
        <Card>
          <div className={panel.stack}>
            <Banner tone={session.status === 'completed' ? 'positive' : isFinal(session) ? 'attention' : 'info'} role="status" title={titleOf(session.status)}>
              {session.status === 'processing' ? messages.processingText : session.sentence}
            </Banner>
            <SessionFacts session={session} />
            <SessionConsent id={session.consent_id} />
            {session.start_time !== null && session.end_reason !== 'consent_withdrawn' && isFinal(session) && (
              <div>
                <Button variant="primary" icon="notes" onClick={onNotes}>
                  {transcriptMessages.open}
                </Button>
              </div>
            )}
          </div>
        </Card>
      )}
    </>
  );
}

/** Who agreed to it, and how. */
function SessionConsent({ id }: { id: string }) {
  const { data: consent } = useConsent(id);
  return consent === undefined ? null : <ConsentMarks marks={consent.marks} />;
}

/** A summary stands there only once it is completed. */
function titleOf(status: MeetingSession['status']): string {
  if (status === 'completed') return messages.completedTitle;
  return status === 'processing' ? messages.processingTitle : messages.statuses[status];
}
