import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import styles from './text-difference.module.css';

/** Texts that differ in everything are compared line by line, and then not at all. */
const LIMIT_MS = 400;
const FOLDED_FROM = 320;
const KEPT = 120;

interface TextDifferenceProps {
  before: string;
  after: string;
  /** One of the two texts alone, with what the other does not have; both in one without it. */
  side?: 'before' | 'after';
}

/** How two texts differ, word by word; long passages that are the same are folded where both stand in one. */
export default function TextDifference({ before, after, side }: TextDifferenceProps) {
  const parts = useMemo(() => partsOf(before, after), [before, after]);
  const shown = parts.filter(({ added, removed }) => (side === 'before' ? !added : side === 'after' ? !removed : true));
  return (
    <div className={styles.text} dir="auto">
      {shown.map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        if (removed) return <del key={index}>{value}</del>;
        return <span key={index}>{side === undefined ? folded(value, { first: index === 0, last: index === shown.length - 1 }) : value}</span>;
      })}
    </div>
  );
}

type Part = Pick<Change, 'value' | 'added' | 'removed'>;

function partsOf(before: string, after: string): readonly Part[] {
  const options = { timeout: LIMIT_MS };
  const whole: Part[] = [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return diffWordsWithSpace(before, after, options) ?? diffLines(before, after, options) ?? whole;
}

/** Keeps what is near a change. */
function folded(text: string, { first, last }: { first: boolean; last: boolean }): string {
  if (text.length < FOLDED_FROM) return text;
  return `${first ? '' : text.slice(0, KEPT)} … ${last ? '' : text.slice(-KEPT)}`;
}
