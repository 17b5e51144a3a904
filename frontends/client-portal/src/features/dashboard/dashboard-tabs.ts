import { dashboardMessages as messages } from './messages';

/** The four views of the dashboard, by their names in the address (`?tab=`). */
export const DASHBOARD_TABS = [
  { value: 'overview', label: messages.tabs.overview },
  { value: 'appointments', label: messages.tabs.appointments },
  { value: 'notes', label: messages.tabs.notes },
  { value: 'plans', label: messages.tabs.plans },
] as const;

export type DashboardTab = (typeof DASHBOARD_TABS)[number]['value'];

/** The tab that an address names; overview when it names none. */
export function tabFrom(params: URLSearchParams): DashboardTab {
  const named = params.get('tab');
  return DASHBOARD_TABS.find((tab) => tab.value === named)?.value ?? 'overview';
}

/** The address of a tab; overview leaves no trace in it. */
export function withTab(params: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (tab === 'overview') next.delete('tab');
  else next.set('tab', tab);
  return next;
}
