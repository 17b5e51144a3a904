/** The five views of the dashboard, by their names in the address (`?tab=`). */
export const DASHBOARD_TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'therapists', label: 'Therapists' },
  { value: 'emergency', label: 'Emergency' },
  { value: 'activity', label: 'Activity' },
  { value: 'analytics', label: 'Analytics' },
] as const;

export type DashboardTab = (typeof DASHBOARD_TABS)[number]['value'];

const isTab = (value: string | null): value is DashboardTab => DASHBOARD_TABS.some((tab) => tab.value === value);

/** The tab that an address names; the overview when it names none. */
export function tabFrom(params: URLSearchParams): DashboardTab {
  const named = params.get('tab');
  return isTab(named) ? named : 'overview';
}

/** The address of a tab. What another tab was filtered by stays in it, for the way back. */
export function withTab(params: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (tab === 'overview') next.delete('tab');
  else next.set('tab', tab);
  return next;
}
