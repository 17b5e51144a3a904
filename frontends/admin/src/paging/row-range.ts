import { formatNumber } from '@attune/shared-ui/format';

/** '51 to 100 of 5,000', '1 to 50' where the whole is not known. `page` counts from 0, and there is at least one row. */
export function rowRange(page: number, pageSize: number, rows: number, total?: number): string {
  const from = page * pageSize + 1;
  const range = rows === 1 ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(from + rows - 1)}`;
  return total === undefined ? range : `${range} of ${formatNumber(total)}`;
}
