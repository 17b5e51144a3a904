import clsx from 'clsx';
import { useState } from 'react';
import type { Bar } from './bar-chart';
import styles from './chart.module.css';

interface BarPlotProps {
  data: readonly Bar[];
  valueLabel: string;
  formatValue: (value: number) => string;
  height: number;
}

/** Room above the highest bar, for its value. */
const HEADROOM = 26;

/** The drawing of a BarChart. Every bar is a button, so that a key or a finger shows its value too. */
export function BarPlot({ data, valueLabel, formatValue, height }: BarPlotProps) {
  const [active, setActive] = useState<number | null>(null);
  const ticks = ticksFor(Math.max(0, ...data.map((bar) => bar.value)));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => HEADROOM + (1 - value / top) * (height - HEADROOM);
  const widest = Math.max(...ticks.map((tick) => formatValue(tick).length));
  const slot = 100 / Math.max(1, data.length);

  return (
    <div className={styles.plot}>
      <div className={styles.axis} style={{ height, width: `${widest}ch` }} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ top: y(tick) }}>
            {formatValue(tick)}
          </span>
        ))}
      </div>
      <div className={styles.field} style={{ height }}>
        <svg className={styles.svg} width="100%" height={height} aria-hidden="true" focusable="false">
          {ticks.map((tick) => (
            <line key={tick} className={clsx(styles.rule, tick === 0 && styles.base)} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          {data.map(
            (bar, index) =>
              // Nothing is drawn as nothing; what is little is at least seen.
              bar.value > 0 && (
                <rect
                  key={bar.name ?? bar.label}
                  className={clsx(styles.bar, active === index && styles.active)}
                  x={`${slot * index + slot * 0.12}%`}
                  width={`${slot * 0.76}%`}
                  y={Math.min(y(bar.value), height - 3)}
                  height={Math.max(height - y(bar.value), 3) + 6}
                  rx="4"
                />
              ),
          )}
        </svg>
        <ul className={styles.targets}>
          {data.map((bar, index) => (
            <li key={bar.name ?? bar.label} className={styles.slot}>
              <button
                type="button"
                className={styles.target}
                aria-label={`${bar.name ?? bar.label}: ${formatValue(bar.value)} ${valueLabel}`}
                onFocus={() => setActive(index)}
                onBlur={() => setActive(null)}
                onMouseEnter={() => setActive(index)}
                onMouseLeave={() => setActive(null)}
                onClick={() => setActive(index)}
              />
              {active === index && (
                <span className={styles.value} style={{ bottom: height - Math.min(y(bar.value), height - 3) + 4 }} aria-hidden="true">
                  {formatValue(bar.value)}
                </span>
              )}
              <span className={styles.name} aria-hidden="true">
                {bar.label}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Round figures from 0 to just over the highest value: whole, for what is counted has no halves. */
function ticksFor(highest: number): number[] {
  const rough = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
