import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './table.module.css';
import { useMediaQuery } from './use-media-query';

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The header is for screen readers only, as over a column of buttons. */
  hideHeader?: boolean;
  /** Long words may break anywhere, as in an email address. */
  breaks?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  showCaption?: boolean;
  /** Windows narrower than this, in pixels, show cards; a table of many columns needs more room than one of three. */
  cardsBelow?: number;
}

/** A table; in a narrow window every row becomes a card that repeats the column names. The first column names the row. */
export function Table<Row>({ caption, columns, rows, rowKey, showCaption = false, cardsBelow = 640 }: TableProps<Row>) {
  const cards = useMediaQuery(`(width < ${cardsBelow}px)`);
  // The roles are spelt out: browsers drop them when CSS turns a table into blocks.
  return (
    <table role="table" className={clsx(styles.table, cards && styles.cards)}>
      <caption className={showCaption ? styles.caption : styles.hidden}>{caption}</caption>
      <thead className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" className={clsx(column.align === 'end' && styles.end)}>
              <span className={clsx(column.hideHeader && styles.hidden)}>{column.header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={column.key}
                  role={index === 0 ? 'rowheader' : 'cell'}
                  scope={index === 0 ? 'row' : undefined}
                  className={clsx(column.align === 'end' && styles.end, column.hideHeader && styles.bare)}
                  data-label={column.header}
                >
                  <div className={clsx(styles.content, column.breaks && styles.breaks)}>{column.cell(row)}</div>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
