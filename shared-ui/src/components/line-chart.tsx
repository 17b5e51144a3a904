import { ChartFigure, type ChartFigureProps } from './chart-figure';
import { LinePlot, type LinePlotProps } from './line-plot';

export type LineChartProps<Row> = Omit<ChartFigureProps<Row>, 'children'> & LinePlotProps;

/** How a figure went over time, with an axis; values on hover, focus and touch, and all of them as a table. */
export function LineChart<Row>({ title, level, table, ...plot }: LineChartProps<Row>) {
  return (
    <ChartFigure title={title} level={level} table={table}>
      <LinePlot {...plot} />
    </ChartFigure>
  );
}
