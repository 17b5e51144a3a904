import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { Link } from '@attune/shared-ui/runtime';
import { type ReactNode, useId } from 'react';
import { clientMessages as messages } from '../messages';
import styles from './client-section.module.css';

interface ClientSectionProps {
  title: string;
  /** What is said where there is nothing. */
  nothing: string;
  /** Where there is more of it than stands here. */
  more?: { to: string; label: string } | undefined;
  query: { isPending: boolean; isLoadingError: boolean; isFetching: boolean; refetch: () => unknown };
  /** Items of a list; undefined while they are not known. */
  children: ReactNode[] | undefined;
}

/** One part of a client's page: a domain hangs its own things in here. */
export function ClientSection({ title, nothing, more, query, children }: ClientSectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.top}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {more && (
          <Link to={more.to} className={buttonClass({ size: 'sm', variant: 'quiet' })}>
            {more.label}
          </Link>
        )}
      </div>
      <Card padding="none" aria-busy={query.isPending || undefined}>
        {query.isPending && (
          <div className={styles.line}>
            <Skeleton height="20px" />
          </div>
        )}
        {query.isLoadingError && (
          <div role="alert" className={styles.line}>
            {messages.sectionFailed}{' '}
            <Button size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
              Try Again
            </Button>
          </div>
        )}
        {children?.length === 0 && <p className={styles.line}>{nothing}</p>}
        {children !== undefined && children.length > 0 && <ul className={styles.list}>{children}</ul>}
      </Card>
    </section>
  );
}

interface SectionLinkProps {
  to: string;
  title: ReactNode;
  /** When it was, or how far it is. */
  about: ReactNode;
}

/** A thing of a section that opens elsewhere. */
export function SectionLink({ to, title, about }: SectionLinkProps) {
  return (
    <li className={styles.item}>
      <Link to={to} className={styles.link}>
        {title}
      </Link>
      <span className={styles.soft}>{about}</span>
    </li>
  );
}
