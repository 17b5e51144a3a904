import * as RadixTabs from '@radix-ui/react-tabs';
import clsx from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './tabs.module.css';
import { useMediaQuery } from './use-media-query';

export interface Tab {
  value: string;
  label: ReactNode;
  badge?: ReactNode;
}

export interface TabsProps {
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Name of the list of tabs, for people who don't see it. */
  label: string;
  children: ReactNode;
  /** `side`: a column beside the panel from 960 px on, a scrolling row below. */
  layout?: 'top' | 'side';
  /** Above and below the column of a `side` layout; not shown as a row. */
  sideStart?: ReactNode;
  sideEnd?: ReactNode;
  /** `manual`: arrows move, Enter opens. For panels that are costly to load. */
  activation?: 'automatic' | 'manual';
}

/** Tabs with their panels (see TabPanel); the caller keeps which one is open. */
export function Tabs(props: TabsProps) {
  const { tabs, value, onChange, label, children, layout = 'top', sideStart, sideEnd, activation = 'automatic' } = props;
  const wide = useMediaQuery('(width >= 960px)');
  const beside = layout === 'side' && wide;
  const list = useRef<HTMLDivElement>(null);

  // A phone shows only part of the row: bring the open tab into it, without moving the page.
  useEffect(() => {
    const row = list.current;
    const open = row?.querySelector<HTMLElement>('[data-state="active"]');
    if (!row || !open || row.scrollWidth <= row.clientWidth) return;
    row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [value]);

  return (
    <RadixTabs.Root
      className={clsx(styles.root, beside && styles.beside)}
      value={value}
      onValueChange={onChange}
      orientation={beside ? 'vertical' : 'horizontal'}
      activationMode={activation}
    >
      <div className={styles.bar}>
        {beside && sideStart}
        <RadixTabs.List ref={list} className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              <span>{tab.label}</span>
              {tab.badge}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {beside && sideEnd && <div className={styles.end}>{sideEnd}</div>}
      </div>
      <div className={styles.panels}>{children}</div>
    </RadixTabs.Root>
  );
}

export interface TabPanelProps {
  value: string;
  children: ReactNode;
  /** Keeps what is typed in a panel that is not open. */
  keepMounted?: boolean;
}

/** What one tab shows. */
export function TabPanel({ value, children, keepMounted = false }: TabPanelProps) {
  return (
    <RadixTabs.Content className={styles.panel} value={value} forceMount={keepMounted || undefined}>
      {children}
    </RadixTabs.Content>
  );
}
