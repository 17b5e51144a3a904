import { formatNumber } from '../format/numbers';
import { BarPlot } from './bar-plot';
import { ChartFigure, type ChartFigureProps } from './chart-figure';

export interface Bar {
  /** Under the bar. */
  label: string;
  /** In words, where the label is short: "Tuesday 24 November". */
  name?: string;
  value: number;
}

export interface BarChartProps extends Pick<ChartFigureProps<Bar>, 'title' | 'level'> {
  data: readonly Bar[];
  /** Headers of the table behind the chart, such as "Day" and "Bookings". */
  categoryLabel: string;
  valueLabel: string;
  formatValue?: (value: number) => string;
  height?: number;
}

/** Bars with an axis; values on hover, focus and touch, and all of them as a table. */
export function BarChart(props: BarChartProps) {
  const { title, level, data, categoryLabel, valueLabel, formatValue = formatNumber, height = 200 } = props;
  const columns = [
    { key: 'category', header: categoryLabel, cell: (bar: Bar) => bar.name ?? bar.label },
    { key: 'value', header: valueLabel, align: 'end' as const, cell: (bar: Bar) => formatValue(bar.value) },
  ];
  return (
    <ChartFigure title={title} level={level} table={{ rows: data, rowKey: (bar) => bar.name ?? bar.label, columns }}>
      <BarPlot data={data} valueLabel={valueLabel} formatValue={formatValue} height={height} />
    </ChartFigure>
  );
}
