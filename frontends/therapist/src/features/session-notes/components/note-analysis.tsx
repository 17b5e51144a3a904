import { Badge } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { momentWords } from '../../../records/record-words';
import type { AnalysedSource } from '../analysed-source';
import type { Place } from '../cited-place';
import { analysesQuery, isUnderWay, useAnalysisDeed, type NoteAnalyses, type NoteAnalysis as Analysis } from '../note-analysis.api';
import { AcceptSummary } from './accept-summary';
import { AnalysisResult } from './analysis-result';
import styles from './note-analysis.module.css';

interface NoteAnalysisProps {
  source: AnalysedSource;
  /** Of its heading. */
  level: 3 | 4;
  cited: Place | null;
  onCite: (place: Place | null) => void;
}

/** What an engine makes of a note, or of a file: asked for, looked at, accepted or dismissed. */
export function NoteAnalysis(props: NoteAnalysisProps) {
  const {
    source: { place, textOf, messages },
    level,
    cited,
  } = props;
  const { data, isLoadingError, isFetching, refetch } = useQuery(analysesQuery(place));
  const Heading = `h${level}` as const;
  const id = place.fileId === null ? 'note-analysis' : 'file-analysis';
  return (
    <Card as="section" padding={place.fileId === null ? 'lg' : 'md'} aria-labelledby={id}>
      <div className={styles.panel}>
        <Heading id={id} className={styles.heading}>
          {messages.title}
        </Heading>
        {isLoadingError && <ErrorPanel level={4} title={messages.loadFailed} text="" onRetry={() => void refetch()} retrying={isFetching} />}
        {!isLoadingError && data === undefined && <Loading label={messages.loading} />}
        {data !== undefined && <Analyses analyses={data} {...props} />}
        <VisuallyHidden>
          <span role="status">{cited === null ? '' : messages.shown(textOf(cited.page).slice(cited.start, cited.end), cited.page)}</span>
        </VisuallyHidden>
      </div>
    </Card>
  );
}

function Analyses({ analyses: { draft, accepted, next, refused }, ...places }: NoteAnalysisProps & { analyses: NoteAnalyses }) {
  const { place, messages } = places.source;
  const deed = useAnalysisDeed(place);
  const start = async () => {
    try {
      places.onCite(null);
      await deed.mutateAsync({ kind: 'start' });
    } catch (error) {
      toast.error(refusalText(error, messages.startFailed));
    }
  };
  const starting = deed.isPending && deed.variables?.kind === 'start';
  if (refused !== null) return <p className={styles.soft}>{refused}</p>;
  if (draft !== null && isUnderWay(draft)) {
    return (
      <>
        <Loading label={messages.underWay} />
        <p className={styles.soft}>
          {messages.underWay}. {messages.underWayText}
        </p>
      </>
    );
  }
  const shown = draft ?? accepted;
  return (
    <>
      {shown === null && <p className={styles.soft}>{messages.intro}</p>}
      {shown !== null && <Outcome key={shown.id} analysis={shown} retrying={starting} onRetry={() => void start()} {...places} />}
      {(draft === null || draft.state === 'failed' || draft.is_stale) && (
        <div className={styles.section}>
          <div className={styles.buttons}>
            <Button icon="sparkle" loading={starting} onClick={() => void start()}>
              {shown === null ? messages.start : draft?.state === 'failed' ? messages.retry : messages.again}
            </Button>
          </div>
          <p className={styles.soft}>{next.sent === null ? messages.byRules : `${messages.byModel(next.label)} ${next.sent}`}</p>
        </div>
      )}
    </>
  );
}

interface OutcomeProps extends NoteAnalysisProps {
  analysis: Analysis;
  retrying: boolean;
  onRetry: () => void;
}

function Outcome({ analysis, source, cited, onCite, retrying, onRetry }: OutcomeProps) {
  const { messages } = source;
  const { state, failure, engine_label, model_failure, accepted_at, is_stale, result, dropped } = analysis;
  if (state === 'failed') {
    return (
      <Banner tone="danger" role="status" title={messages.failed}>
        {failure}
      </Banner>
    );
  }
  const retry = (
    <Button size="sm" icon="refresh" loading={retrying} onClick={onRetry}>
      {messages.retry}
    </Button>
  );
  return (
    <div className={styles.result}>
      <div className={styles.buttons} role="status">
        <VisuallyHidden>{messages.finished}</VisuallyHidden>
        <Badge tone="info">{engine_label}</Badge>
        {accepted_at === null ? <Badge tone="attention">{messages.draft}</Badge> : <Badge tone="positive">{messages.acceptedOn(momentWords(accepted_at))}</Badge>}
      </div>
      {model_failure !== null && (
        <Banner tone="attention" title={messages.fellBack} action={accepted_at === null ? retry : undefined}>
          {model_failure} {messages.fellBackText}
        </Banner>
      )}
      {is_stale && (
        <Banner tone="attention" title={accepted_at === null ? messages.stale : messages.acceptedStale}>
          {accepted_at === null ? messages.staleText : ''}
        </Banner>
      )}
      {result !== null && <AnalysisResult result={result} source={source} cited={cited} onCite={onCite} />}
      {dropped > 0 && <p className={styles.soft}>{messages.dropped(dropped)}</p>}
      <Facts messages={messages} analysis={analysis} />
      {accepted_at === null && result !== null && <AcceptSummary analysis={analysis} source={source} />}
    </div>
  );
}

/** What made it, and what that took. */
function Facts({ messages, analysis: { prompt_version, input_tokens, output_tokens, milliseconds } }: { messages: AnalysedSource['messages']; analysis: Analysis }) {
  const parts = [
    milliseconds === null ? null : messages.took(milliseconds),
    prompt_version === null ? null : messages.prompt(prompt_version),
    input_tokens === null ? null : messages.tokens(input_tokens, output_tokens ?? 0),
  ];
  return <p className={styles.soft}>{messages.facts(parts)}</p>;
}

function Loading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label}>
      <Skeleton width="70%" />
      <Skeleton width="50%" />
    </SkeletonGroup>
  );
}
