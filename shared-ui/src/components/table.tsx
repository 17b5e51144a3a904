import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon } from './icon';
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
  /** Its header is a button that orders the rows by it; cards have no headers, so they need a choice beside them. */
  sortable?: boolean;
}

export type SortOrder = 'asc' | 'desc';

/** How the rows are ordered, and how another order is asked for. */
export interface TableSort {
  /** A column's key. */
  by: string;
  order: SortOrder;
  onSort: (by: string, order: SortOrder) => void;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  showCaption?: boolean;
  /** Windows narrower than this, in pixels, show cards; a table of many columns needs more room than one of three. */
  cardsBelow?: number;
  sort?: TableSort;
}

/** A table; in a narrow window every row becomes a card that repeats the column names. The first column names the row. */
export function Table<Row>({ caption, columns, rows, rowKey, showCaption = false, cardsBelow = 640, sort }: TableProps<Row>) {
  const cards = useMediaQuery(`(width < ${cardsBelow}px)`);
  // The roles are spelt out: browsers drop them when CSS turns a table into blocks.
  return (
    <table role="table" className={clsx(styles.table, cards && styles.cards)}>
      <caption className={showCaption ? styles.caption : styles.hidden}>{caption}</caption>
      <thead className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              aria-sort={sort && column.sortable ? sortedAs(column.key, sort) : undefined}
              className={clsx(column.align === 'end' && styles.end)}
            >
              {sort && column.sortable && !cards ? (
                <SortButton column={column} sort={sort} />
              ) : (
                <span className={clsx(column.hideHeader && styles.hidden)}>{column.header}</span>
              )}
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

function sortedAs(key: string, { by, order }: TableSort): 'ascending' | 'descending' | 'none' {
  if (key !== by) return 'none';
  return order === 'asc' ? 'ascending' : 'descending';
}

/** A column's header: the first press orders by it, the next the other way round. */
function SortButton<Row>({ column, sort }: { column: TableColumn<Row>; sort: TableSort }) {
  const active = sort.by === column.key;
  const next = active && sort.order === 'asc' ? 'desc' : 'asc';
  return (
    <button type="button" className={clsx(styles.sort, active && styles.sorted)} onClick={() => sort.onSort(column.key, next)}>
      {column.header}
      <Icon name={active && sort.order === 'asc' ? 'arrow-up' : 'arrow-down'} size={14} />
    </button>
  );
}
