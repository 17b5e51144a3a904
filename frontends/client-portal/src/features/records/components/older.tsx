import { Button } from '@attune/shared-ui/components/button';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { recordMessages as messages } from '../messages';
import { type Asked, type ListPage, useAskedForProof } from '../use-whole';
import styles from './records.module.css';

interface OlderProps<Entry> {
  cursor: string;
  query: (cursor: string) => Asked<ListPage<Entry>>;
  /** What the button says, and what the page is called that comes in its place. */
  label: string;
  title: string;
  children: (entries: readonly Entry[]) => ReactNode;
}

/** What comes after a page of a list, once somebody asks for it; then the same for what comes after that. */
export function Older<Entry>({ cursor, query, label, title, children }: OlderProps<Entry>) {
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...query(cursor), enabled: asked });
  const page = useRef<HTMLDivElement>(null);
  const isShown = asked && data !== undefined;
  useAskedForProof(error);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isShown && (document.activeElement === null || document.activeElement === document.body)) page.current?.focus();
  }, [isShown]);
  if (isShown) {
    return (
      <>
        <div ref={page} role="group" aria-label={title} tabIndex={-1} className={styles.older}>
          {children(data.entries)}
        </div>
        {data.next !== undefined && (
          <Older cursor={data.next} query={query} label={label} title={title}>
            {children}
          </Older>
        )}
      </>
    );
  }
  const failed = asked && error !== null && !isFetching;
  return (
    <div>
      {failed && (
        <p role="alert" className={styles.failed}>
          {refusalText(error, messages.olderFailed)}
        </p>
      )}
      <Button loading={asked && isFetching} onClick={() => (asked ? void refetch() : setAsked(true))}>
        {failed ? messages.tryAgain : label}
      </Button>
    </div>
  );
}
