import clsx from 'clsx';
import { useState, type CSSProperties } from 'react';
import styles from './chart.module.css';

export interface LinePoint {
  /** Milliseconds since 1970. */
  at: number;
  /** The day in words. */
  name: string;
  value: number;
  /** What must not be missed about this point, in words; it is drawn in the colour that asks for attention. */
  mark?: string;
}

export interface LinePlotProps {
  /** At least one, oldest first. */
  points: readonly LinePoint[];
  /** From the lowest to the highest; the line lies between them. */
  ticks: readonly number[];
  formatValue: (value: number) => string;
  height?: number;
}

/** Room above the highest tick and below the lowest, so that a point there is whole. */
const MARGIN = 8;
/** Percent of the width on either side, for the same reason. */
const SIDE = 3;

/** The drawing of a LineChart. Every point has a stretch of the width that shows its value: to a mouse, a finger or a key. */
export function LinePlot({ points, ticks, formatValue, height = 220 }: LinePlotProps) {
  const [active, setActive] = useState<number | null>(null);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const y = (value: number) => MARGIN + (1 - (value - low) / (high - low)) * (height - 2 * MARGIN);
  const xs = positions(points.map(({ at }) => at));
  const shown = active === null ? undefined : points[active];

  return (
    <div className={styles.plot}>
      <div className={styles.axis} style={{ height, width: `${Math.max(...ticks.map((tick) => String(tick).length))}ch` }} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ top: y(tick) }}>
            {tick}
          </span>
        ))}
      </div>
      <div className={styles.field} style={{ height }}>
        <svg width="100%" height={height} aria-hidden="true" focusable="false">
          {ticks.map((tick) => (
            <line key={tick} className={clsx(styles.rule, tick === low && styles.base)} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          {points.slice(1).map((point, index) => (
            <line key={point.at} className={styles.line} x1={`${xs[index]}%`} x2={`${xs[index + 1]}%`} y1={y(points[index]?.value ?? low)} y2={y(point.value)} />
          ))}
          {points.map(({ at, value, mark }, index) => (
            <circle
              key={at}
              className={clsx(styles.point, mark && styles.marked, active === index && (mark ? styles.markedActive : styles.pointActive))}
              cx={`${xs[index]}%`}
              cy={y(value)}
              r={mark ? 6 : 5}
            />
          ))}
        </svg>
        <ul className={styles.targets}>
          {points.map(({ at, name, value, mark }, index) => (
            <li key={at} className={styles.stretch} style={stretchOf(xs, index)}>
              <button
                type="button"
                className={styles.target}
                aria-label={[`${name}: ${formatValue(value)}`, mark].filter(Boolean).join('. ')}
                onFocus={() => setActive(index)}
                onBlur={() => setActive(null)}
                onMouseEnter={() => setActive(index)}
                onMouseLeave={() => setActive(null)}
                onClick={() => setActive(index)}
              />
            </li>
          ))}
        </ul>
        {shown && (
          <span className={styles.note} style={noteAt(xs[active ?? 0] ?? 0, y(shown.value), height)} aria-hidden="true">
            <strong>{formatValue(shown.value)}</strong>
            <span>{shown.name}</span>
            {shown.mark && <span>{shown.mark}</span>}
          </span>
        )}
        <div className={styles.ends} aria-hidden="true">
          {[...new Set([points[0]?.name, points.at(-1)?.name])].map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Where in the width each moment is, in percent; a single one in the middle. */
function positions(moments: readonly number[]): number[] {
  const first = moments[0] ?? 0;
  const span = (moments.at(-1) ?? 0) - first;
  return moments.map((at) => (span === 0 ? 50 : SIDE + ((at - first) / span) * (100 - 2 * SIDE)));
}

/** From half-way after the point before it to half-way before the next one. */
function stretchOf(xs: readonly number[], index: number): CSSProperties {
  const x = xs[index] ?? 0;
  const from = index === 0 ? 0 : ((xs[index - 1] ?? 0) + x) / 2;
  const to = index === xs.length - 1 ? 100 : (x + (xs[index + 1] ?? 100)) / 2;
  return { left: `${from}%`, width: `${to - from}%` };
}

/** Beside the point and within the field: towards the middle, and below what lies in the upper half. */
function noteAt(x: number, y: number, height: number): CSSProperties {
  const side = x > 50 ? { right: `${100 - x}%` } : { left: `${x}%` };
  return y < height / 2 ? { ...side, top: y + 12 } : { ...side, bottom: height - y + 12 };
}
