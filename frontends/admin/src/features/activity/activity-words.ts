import type { IconName } from '@attune/shared-ui/components/icon';

const ICONS: Readonly<Record<string, IconName>> = {
  login: 'log-in',
  logout: 'log-out',
  create_note: 'notes',
  book_session: 'calendar',
  admin_login_success: 'shield',
  admin_login_failed: 'alert',
};

/** The icon of an action; a neutral one for all that have none of their own. */
export function actionIcon(action: string): IconName {
  return Object.hasOwn(ICONS, action) ? (ICONS[action] ?? 'info') : 'info';
}

/** 'ADMIN LOGIN SUCCESS'; two-step sign-in by its one name. */
export function actionLabel(action: string): string {
  return action.replace('second_factor', 'two-step sign-in').replaceAll('_', ' ').toUpperCase();
}

/** 'Service id': the name of a detail, as people write it. */
export function detailName(key: string): string {
  const words = key.replaceAll('_', ' ').replace('attune', 'Attune');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A detail's value in one line. */
export function detailText(value: unknown): string {
  if (Array.isArray(value)) return value.map(detailText).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
