import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@attune/shared-ui/runtime';
import { messages } from '../messages';
import { watchConnection, type Outage } from './connection-watch';
import styles from './connection-banner.module.css';

/** Says calmly that the server is out of reach; goes away, and has the screen caught up, once it answers again. */
export function ConnectionBanner() {
  const [outage, setOutage] = useState<Outage | null>(null);
  const queries = useQueryClient();
  const wasOut = useRef(false);

  useEffect(() => watchConnection(setOutage), []);

  // Not by :has(): the whole page would be asked anew with every letter that is typed.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-outage', outage !== null);
    return () => document.documentElement.removeAttribute('data-outage');
  }, [outage]);

  useEffect(() => {
    if (outage === null && wasOut.current) void queries.invalidateQueries();
    wasOut.current = outage !== null;
  }, [outage, queries]);

  return (
    <div role="status" className={outage ? styles.banner : undefined}>
      {outage && (outage === 'offline' ? messages.offline : messages.serverDown)}
    </div>
  );
}
