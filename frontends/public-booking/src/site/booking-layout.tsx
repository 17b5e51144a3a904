import type { ReactNode } from 'react';
import styles from './booking-layout.module.css';

interface BookingLayoutProps {
  header: ReactNode;
  children: ReactNode;
  /** What stays beside the text where there is room, and follows it where there is not. */
  aside?: ReactNode;
  /** The aside comes first in a narrow window, because it now holds the news. */
  asideFirst?: boolean;
  /** There is an aside only where there is room; for while that is not known. */
  asideIfRoom?: boolean;
  /** Lies over the page, which then takes no part. */
  sheet?: ReactNode;
  /** Stands at the foot of the window. */
  bar?: ReactNode;
}

/** The frame of a therapist's public pages. */
export function BookingLayout({ header, children, aside, asideFirst = false, asideIfRoom = false, sheet, bar }: BookingLayoutProps) {
  return (
    <>
      <div inert={Boolean(sheet)} className={bar ? styles.aboveBar : undefined}>
        {header}
        <main id="main" className={layoutClass(Boolean(aside), asideIfRoom)}>
          <div className={styles.text}>{children}</div>
          {aside && <div className={asideFirst ? `${styles.aside} ${styles.first}` : styles.aside}>{aside}</div>}
          {bar}
        </main>
      </div>
      {sheet}
    </>
  );
}

function layoutClass(hasAside: boolean, ifRoom: boolean): string | undefined {
  if (!hasAside) return styles.single;
  return ifRoom ? `${styles.columns} ${styles.ifRoom}` : styles.columns;
}
