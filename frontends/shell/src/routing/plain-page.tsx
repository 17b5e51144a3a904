import type { ReactNode } from 'react';
import { Link } from '@attune/shared-ui/runtime';
import { Logo } from '@attune/shared-ui/components/logo';
import styles from './plain-page.module.css';

interface Props {
  title: string;
  text: string;
  /** Says the words at once, for news that nobody asked for. */
  alert?: boolean;
  /** What can be done about it. */
  children: ReactNode;
}

/** The shell's own page: one message and one way on. */
export function PlainPage({ title, text, alert = false, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.home}>
          <Logo />
        </Link>
      </header>
      <main id="main" className={styles.main}>
        <div role={alert ? 'alert' : undefined}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
        <div className={styles.ways}>{children}</div>
      </main>
    </div>
  );
}
