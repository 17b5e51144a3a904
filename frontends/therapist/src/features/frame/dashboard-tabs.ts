/** The views of the dashboard, by their names in the address (`?tab=`). */
export const DASHBOARD_TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'bookings', label: 'Bookings' },
  { value: 'services', label: 'Services' },
  { value: 'hours', label: 'Working Hours' },
  { value: 'notes', label: 'AI Session Notes' },
  { value: 'ai-meeting', label: 'AI Meeting Bot' },
  { value: 'calendar', label: 'Calendar Settings' },
  { value: 'intake', label: 'Intake Forms' },
] as const;

export type DashboardTab = (typeof DASHBOARD_TABS)[number]['value'];

/** The tab that an address names; overview when it names none. */
export function tabFrom(params: URLSearchParams): DashboardTab {
  const named = params.get('tab');
  return DASHBOARD_TABS.find((tab) => tab.value === named)?.value ?? 'overview';
}
