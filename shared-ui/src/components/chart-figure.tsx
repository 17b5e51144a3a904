import { useId, useState, type ReactNode } from 'react';
import { Button } from './button';
import styles from './chart.module.css';
import { Table, type TableProps } from './table';

export interface ChartFigureProps<Row> {
  title: string;
  level?: 2 | 3 | 4;
  /** What the chart draws, in words and figures. */
  table: Pick<TableProps<Row>, 'rows' | 'rowKey' | 'columns'>;
  /** The drawing. */
  children: ReactNode;
}

/** A chart under its title, or in its place the table behind it. */
export function ChartFigure<Row>({ title, level = 2, table, children }: ChartFigureProps<Row>) {
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
      <div className={styles.body}>{asTable ? <Table caption={title} {...table} /> : children}</div>
    </figure>
  );
}
