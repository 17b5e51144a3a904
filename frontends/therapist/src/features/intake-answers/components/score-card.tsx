import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { LineChart } from '@attune/shared-ui/components/line-chart';
import type { TableColumn } from '@attune/shared-ui/components/table';
import { Link } from '@attune/shared-ui/runtime';
import { dayWords, isMarked, scoreTicks } from '../answer-words';
import type { AnsweredForm, Score } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';
import { ItemNine } from './item-nine';
import styles from './score-card.module.css';

/** What a published questionnaire comes to, and how it went over time. Nothing for a form that is not scored. */
export function ScoreCard({ form }: { form: AnsweredForm }) {
  const { id, score, scores, source } = form;
  if (score === null) return null;
  const { instrument, sum, most, severity } = score;
  return (
    <Card as="section" aria-labelledby="score" className={styles.card}>
      <div className={styles.sum}>
        <h2 id="score" className={styles.name}>
          {messages.instruments[instrument]}
        </h2>
        {sum === null ? (
          <p>{messages.noSum}</p>
        ) : (
          <>
            <p className={styles.figure}>
              <strong>{sum}</strong> of {most}
            </p>
            {severity !== null && <p className={styles.severity}>{messages.severity[severity]}</p>}
            <p className={styles.soft}>{messages.byBands}</p>
          </>
        )}
        <ItemNine forms={[score]} />
      </div>
      <div className={styles.line}>
        <OverTime shown={id} instrument={messages.instruments[instrument]} most={most} scores={scores} />
      </div>
      {source !== null && <p className={styles.source}>{source}</p>}
    </Card>
  );
}

/** How one questionnaire of a client went, the newest time first. */
export function ScoresOverTime({ scores }: { scores: readonly Score[] }) {
  const newest = scores.at(-1);
  if (newest === undefined) return null;
  const { instrument, sum, most, severity, completed_at } = newest;
  return (
    <div className={styles.overTime}>
      <p>
        <strong>{messages.instruments[instrument]}</strong>: {sum === null ? messages.noSum : messages.of(sum, most)}
        {severity !== null && `, ${messages.severity[severity].toLowerCase()}`}, {dayWords(completed_at)}
      </p>
      <ItemNine forms={[newest]} />
      {scores.length > 1 && <OverTime shown="" instrument={messages.instruments[instrument]} most={most} scores={scores} />}
    </div>
  );
}

function OverTime({ shown, instrument, most, scores }: { shown: string; instrument: string; most: number; scores: readonly Score[] }) {
  const points = scores.flatMap(({ completed_at, sum, ...score }) => {
    if (sum === null) return [];
    return { at: Date.parse(completed_at), name: dayWords(completed_at), value: sum, mark: isMarked(score) ? messages.itemNine : undefined };
  });
  if (points.length < 2) return <p className={styles.soft}>{messages.firstTime}</p>;
  return (
    <LineChart
      title={messages.overTime(instrument)}
      level={3}
      points={points}
      ticks={scoreTicks(most)}
      formatValue={(value) => messages.of(value, most)}
      table={{ rows: scores, rowKey: (score) => score.id, columns: columnsOf(shown, scores) }}
    />
  );
}

function columnsOf(shown: string, scores: readonly Score[]): TableColumn<Score>[] {
  const columns: TableColumn<Score>[] = [
    {
      key: 'day',
      header: messages.day,
      cell: ({ id, completed_at }) => (id === shown ? `${dayWords(completed_at)} (${messages.thisForm})` : <Link to={`/intake-forms/answers/${id}`}>{dayWords(completed_at)}</Link>),
    },
    { key: 'score', header: messages.score, align: 'end', cell: ({ sum, most }) => (sum === null ? messages.noSumShort : messages.of(sum, most)) },
    { key: 'band', header: messages.band, cell: ({ severity }) => (severity === null ? '' : messages.severity[severity]) },
  ];
  if (scores.every(({ instrument }) => instrument !== 'phq-9')) return columns;
  const answer = ({ self_harm_answer }: Score) => self_harm_answer ?? messages.notAnswered;
  return [...columns, { key: 'item-9', header: messages.itemNineColumn, cell: (score) => (isMarked(score) ? <Badge tone="attention">{answer(score)}</Badge> : answer(score)) }];
}
