import { Badge, type BadgeTone } from '@attune/shared-ui/components/badge';
import { type KeyboardEvent, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { DASHBOARD_TABS, type DashboardTab } from '../dashboard-tabs';
import styles from './tab-rail.module.css';

/** Whether a media query holds at present. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? false);
}

/** A short word beside a tab's name. */
export type TabBadges = Partial<Record<DashboardTab, { text: string; tone: BadgeTone }>>;

interface TabRailProps {
  tab: DashboardTab;
  badges: TabBadges;
  onChange: (tab: DashboardTab) => void;
}

/** A tab's ids, so that tab and panel name each other. */
export const tabIds = (tab: DashboardTab) => ({ tab: `dashboard-tab-${tab}`, panel: `dashboard-panel-${tab}` });

/** The dashboard's tabs: a column beside the content on wide screens, a scrolling row above it on narrow ones. */
export function TabRail({ tab, badges, onChange }: TabRailProps) {
  const wide = useMedia('(min-width: 960px)');
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const current = document.getElementById(tabIds(tab).tab);
    const row = list.current;
    if (current === null || row === null || wide) return;
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [tab, wide]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = neighbour(tab, event.key);
    if (target === undefined) return;
    event.preventDefault();
    onChange(target);
    document.getElementById(tabIds(target).tab)?.focus();
  };

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Dashboard"
      aria-orientation={wide ? 'vertical' : 'horizontal'}
      className={styles.rail}
    >
      {DASHBOARD_TABS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={tabIds(value).tab}
          aria-selected={value === tab}
          aria-controls={value === tab ? tabIds(value).panel : undefined}
          tabIndex={value === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(value)}
          onKeyDown={onKeyDown}
        >
          <span>{label}</span>
          {badges[value] !== undefined && <Badge tone={badges[value].tone}>{badges[value].text}</Badge>}
        </button>
      ))}
    </div>
  );
}

/** The tab that a key leads to: arrows of either direction, Home and End. */
function neighbour(tab: DashboardTab, key: string): DashboardTab | undefined {
  const last = DASHBOARD_TABS.length - 1;
  const at = DASHBOARD_TABS.findIndex((one) => one.value === tab);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowRight: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const index = targets[key];
  return index === undefined ? undefined : DASHBOARD_TABS[index]?.value;
}
