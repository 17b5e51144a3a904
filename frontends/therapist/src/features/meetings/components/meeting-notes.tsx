import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatElapsed } from '@attune/shared-ui/format';
import { Link, toast, useQuery } from '@attune/shared-ui/runtime';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { analysisQuery, isUnderWay, type MeetingAnalysis, type MeetingResult, type Moment, useMakeNote, useStartAnalysis } from '../transcript.api';
import { transcriptMessages as messages } from '../transcript-messages';
import panel from './meeting-panel.module.css';
import monitor from './monitor.module.css';
import styles from './session-notes.module.css';

const LISTS = ['summary', 'themes', 'interventions', 'homework', 'progress', 'next_steps'] as const;

interface MeetingNotesProps {
  id: string;
  /** The line that is shown. */
  shown: string | undefined;
  onShow: (lineId: string | undefined) => void;
}

/** What an engine made of the transcript: a draft for the therapist, each sentence with the moment that it rests on. */
export function MeetingNotes({ id, shown, onShow }: MeetingNotesProps) {
  const heading = useId();
  const { data, isLoadingError, isFetching, refetch } = useQuery(analysisQuery(id));
  if (isLoadingError) return <ErrorPanel level={3} title={messages.notesFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className={panel.stack}>
        <div>
          <h3 id={heading} className={panel.part}>
            {messages.notesTitle}
          </h3>
          <p className={monitor.sentence}>{messages.notesIntro}</p>
        </div>
        {data === undefined ? (
          <SkeletonGroup label={messages.notesLoading}>
            <Skeleton height={120} />
          </SkeletonGroup>
        ) : (
          <>
            <State analysis={data} />
            {data.result !== null && <Result result={data.result} shown={shown} onShow={onShow} />}
            <Deeds id={id} analysis={data} />
          </>
        )}
      </div>
    </Card>
  );
}

function State({ analysis }: { analysis: MeetingAnalysis }) {
  const { failure, refused, result, engine_label, model_failure, is_stale, dropped, state } = analysis;
  return (
    <>
      {isUnderWay(analysis) && (
        <p role="status" className={monitor.sentence}>
          {messages.analysing}
        </p>
      )}
      {failure !== null && (
        <Banner tone="attention" title={messages.notMade}>
          {failure}
        </Banner>
      )}
      {state === 'none' && refused !== null && <p className={monitor.soft}>{refused}</p>}
      {result !== null && (
        <>
          {is_stale && <Banner tone="attention">{messages.stale}</Banner>}
          {model_failure !== null && <Banner tone="attention">{`${messages.fellBack} ${model_failure}`}</Banner>}
          <p className={monitor.soft}>
            {engine_label !== null && messages.madeBy(engine_label)} {dropped > 0 && messages.dropped(dropped)}
          </p>
          {result.remarks.map((remark) => (
            <p key={remark} className={monitor.soft}>
              {remark}
            </p>
          ))}
        </>
      )}
    </>
  );
}

function Result({ result, ...places }: { result: MeetingResult } & Omit<MeetingNotesProps, 'id'>) {
  return (
    <>
      <section className={styles.part}>
        <h4>{messages.risk}</h4>
        {result.risk_cues.length === 0 ? (
          <p className={monitor.soft}>{messages.riskNone}</p>
        ) : (
          <ul className={styles.statements}>
            {result.risk_cues.map(({ quote, why, moments }, index) => (
              <li key={index}>
                <Rests moments={moments} isCue {...places}>
                  <strong>
                    <UserText>{`“${quote}”`}</UserText>
                  </strong>
                  <span className={styles.moment}>{why.startsWith(messages.possible) ? why : `${messages.possible}: ${why}`}</span>
                </Rests>
              </li>
            ))}
          </ul>
        )}
      </section>
      {LISTS.map((name) => result[name].length > 0 && (
        <section key={name} className={styles.part}>
          <h4>{messages.lists[name]}</h4>
          <ul className={styles.statements}>
            {result[name].map(({ text, moments }, index) => (
              <li key={index}>
                <Rests moments={moments} {...places}>
                  <UserText>{text}</UserText>
                </Rests>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {LISTS.every((name) => result[name].length === 0) && <p className={monitor.soft}>{messages.nothing}</p>}
    </>
  );
}

interface RestsProps extends Omit<MeetingNotesProps, 'id'> {
  moments: readonly Moment[];
  isCue?: boolean;
  children: ReactNode;
}

/** Shows the line that it rests on; with several each press goes on to the next one. */
function Rests({ moments, shown, onShow, isCue = false, children }: RestsProps) {
  const at = moments.findIndex(({ line_id }) => line_id === shown);
  const next = moments[at + 1] ?? (at < 0 ? moments[0] : undefined);
  return (
    <button type="button" className={clsx(styles.statement, isCue && styles.cue)} aria-pressed={at >= 0} onClick={() => onShow(next?.line_id)}>
      {children}
      <span className={styles.moment}>{moments.map(({ start_seconds }) => formatElapsed(start_seconds)).join(', ')}</span>
    </button>
  );
}

function Deeds({ id, analysis: { state, refused, note_id, result } }: { id: string; analysis: MeetingAnalysis }) {
  const start = useStartAnalysis(id);
  const note = useMakeNote(id);
  const analyse = () => start.mutate(undefined, { onError: (error) => void toast.error(refusalText(error, messages.analyseFailed)) });
  const make = () =>
    note.mutate(undefined, {
      onSuccess: () => void toast.success(messages.noteMade),
      onError: (error) => void toast.error(refusalText(error, messages.noteFailed)),
    });
  return (
    <>
      <div className={styles.buttons}>
        {result !== null && note_id === null && (
          <Button variant="primary" icon="notes" loading={note.isPending} onClick={make}>
            {messages.makeNote}
          </Button>
        )}
        {note_id !== null && (
          <Link to={`/dashboard?tab=notes&note=${note_id}`} className={buttonClass({ variant: 'primary' })}>
            {messages.openNote}
          </Link>
        )}
        {refused === null && (state === 'none' || state === 'failed' || state === 'done') && (
          <Button loading={start.isPending} onClick={analyse}>
            {state === 'none' ? messages.analyse : messages.analyseAgain}
          </Button>
        )}
      </div>
      {result !== null && <p className={monitor.soft}>{messages.noteHint}</p>}
    </>
  );
}
