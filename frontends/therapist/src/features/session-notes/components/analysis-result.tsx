import { UserText } from '@attune/shared-ui/components/user-text';
import clsx from 'clsx';
import { placeIn, type Place } from '../cited-place';
import type { AnalysedSource } from '../analysed-source';
import type { AnalysisResult as Result, Citation, RiskCue, Statement } from '../note-analysis.api';
import styles from './note-analysis.module.css';

const LISTS = ['summary', 'themes', 'interventions', 'homework', 'progress', 'next_steps'] as const;

interface AnalysisResultProps {
  result: Result;
  source: AnalysedSource;
  cited: Place | null;
  onCite: (place: Place | null) => void;
}

/** What an engine says: every sentence leads to the one that it rests on. */
export function AnalysisResult({ result, ...places }: AnalysisResultProps) {
  const { messages } = places.source;
  return (
    <>
      {result.remarks.map((remark) => (
        <p key={remark} className={styles.soft}>
          {remark}
        </p>
      ))}
      <section className={styles.section}>
        <h4>{messages.risk}</h4>
        {result.risk_cues.length === 0 ? (
          <p className={styles.soft}>{messages.riskNone}</p>
        ) : (
          <ul className={styles.list}>
            {result.risk_cues.map((cue, index) => (
              <li key={index}>
                <Cue cue={cue} {...places} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {LISTS.map((name) => result[name].length > 0 && (
        <section key={name} className={styles.section}>
          <h4>{messages.lists[name]}</h4>
          <ul className={styles.list}>
            {result[name].map((statement, index) => (
              <li key={index}>
                <Said statement={statement} {...places} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {LISTS.every((name) => result[name].length === 0) && <p className={styles.soft}>{messages.nothing}</p>}
    </>
  );
}

type Places = Omit<AnalysisResultProps, 'result'>;

function Said({ statement, ...places }: { statement: Statement } & Places) {
  return (
    <Source citations={statement.citations} {...places}>
      <UserText>{statement.text}</UserText>
    </Source>
  );
}

function Cue({ cue, ...places }: { cue: RiskCue } & Places) {
  const { messages } = places.source;
  const why = cue.why.startsWith(messages.possible) ? cue.why : `${messages.possible}: ${cue.why}`;
  return (
    <Source citations={cue.citations} isCue {...places}>
      <span className={styles.quote}>
        <UserText>{`“${cue.quote}”`}</UserText>
      </span>
      <span className={styles.why}>{why}</span>
    </Source>
  );
}

interface SourceProps extends Places {
  citations: readonly Citation[];
  isCue?: boolean;
  children: React.ReactNode;
}

/** Marks what it rests on; with several sentences each press goes on to the next one. */
function Source({ citations, source: { textOf, messages }, cited, onCite, isCue = false, children }: SourceProps) {
  const places = citations.map((citation) => placeIn(textOf(citation.page), citation)).filter((place) => place !== null);
  const at = places.findIndex((place) => place.start === cited?.start && place.end === cited.end && place.page === cited.page);
  const next = places[at + 1] ?? (at < 0 ? places[0] : undefined) ?? null;
  if (places.length === 0) {
    return (
      <div className={clsx(styles.statement, isCue && styles.cue)}>
        {children}
        <span className={styles.why}>{messages.notThere}</span>
      </div>
    );
  }
  return (
    <button type="button" className={clsx(styles.statement, isCue && styles.cue)} aria-pressed={at >= 0} onClick={() => onCite(next)}>
      {children}
    </button>
  );
}
