import { useSearchParams } from '@attune/shared-ui/search-params';
import { useEffect, useRef } from 'react';
import { tabFrom, withTab } from './dashboard-tabs';

/** The dashboard's open tab, which lives in the address; the way back leads through the tabs that were open, so arrows alone open none. */
export function useOpenTab() {
  const [params, setParams] = useSearchParams();
  const tab = tabFrom(params);
  const leads = useRef(false);
  useEffect(() => {
    if (leads.current) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    leads.current = false;
  }, [tab]);

  const open = (target: string) => setParams((current) => withTab(current, target));
  /** Opens a tab from within another one: what was pressed goes with its panel, so the focus comes along. */
  const lead = (target: string) => {
    leads.current = true;
    open(target);
  };
  return { tab, open, lead };
}
