import { useId, useState } from 'react';
import { BarPlot } from './bar-plot';
import styles from './bar-chart.module.css';
import { Button } from './button';
import { formatNumber } from '../format/numbers';
import { Table } from './table';

export interface Bar {
  /** Under the bar. */
  label: string;
  /** In words, where the label is short: "Tuesday 24 November". */
  name?: string;
  value: number;
}

export interface BarChartProps {
  title: string;
  level?: 2 | 3 | 4;
  data: readonly Bar[];
  /** Headers of the table behind the chart, such as "Day" and "Bookings". */
  categoryLabel: string;
  valueLabel: string;
  formatValue?: (value: number) => string;
  height?: number;
}

/** Bars with an axis; values on hover, focus and touch, and all of them as a table. */
export function BarChart(props: BarChartProps) {
  const { title, level = 2, data, categoryLabel, valueLabel, formatValue = formatNumber, height = 200 } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <div className={styles.header}>
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
        <Button variant="quiet" size="sm" onClick={() => setAsTable((now) => !now)}>
          {asTable ? 'View as chart' : 'View as table'}
        </Button>
      </div>
      <div className={styles.body}>
        {asTable ? (
          <Table
            caption={title}
            rows={data}
            rowKey={(bar) => bar.name ?? bar.label}
            columns={[
              { key: 'category', header: categoryLabel, cell: (bar) => bar.name ?? bar.label },
              { key: 'value', header: valueLabel, align: 'end', cell: (bar) => formatValue(bar.value) },
            ]}
          />
        ) : (
          <BarPlot data={data} valueLabel={valueLabel} formatValue={formatValue} height={height} />
        )}
      </div>
    </figure>
  );
}
