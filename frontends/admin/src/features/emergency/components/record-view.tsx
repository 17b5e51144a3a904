import { Button } from '@attune/shared-ui/components/button';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useNow } from '@attune/shared-ui/format/now';
import { useQueryClient } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useEffect } from 'react';
import type { Grant } from '../../../wire';
import { recordKey, useEndAccess } from '../emergency.api';
import { emergencyMessages as messages } from '../messages';
import { RECORD_SECTIONS, sectionFrom, withSection } from '../record-sections';
import { clockLabel, msLeft } from '../time-left';
import { AccessOver } from './access-over';
import { RecordSectionView } from './record-section';
import styles from './record.module.css';

/** A client's record through an open access: what is left of the hour, and the record in parts. */
export function RecordView({ grant }: { grant: Grant }) {
  const now = useNow(1_000);
  const left = msLeft(grant, now);
  useForgetting(grant.id, left === 0);
  if (left === 0) return <AccessOver />;
  return (
    <div className={styles.page}>
      <PageHeader title={<UserText>{grant.client_name ?? ''}</UserText>} subtitle="Emergency access to this client’s record, for reading only." />
      <AccessBar grant={grant} left={left} />
      <Sections grantId={grant.id} />
    </div>
  );
}

function AccessBar({ grant, left }: { grant: Grant; left: number }) {
  const end = useEndAccess();
  return (
    <div className={styles.bar}>
      <p className={styles.watch}>
        <span>Access ends in</span>
        <span role="timer" aria-label="Time left" className={styles.clock}>
          {clockLabel(left)}
        </span>
      </p>
      <Button icon="lock" loading={end.isPending} onClick={() => end.mutate(grant.id)}>
        {messages.end}
      </Button>
      <UserText as="p" className={styles.reason} preserveLines>
        {`“${grant.reason}”`}
      </UserText>
    </div>
  );
}

/** The open part is the address's `?section=`. It opens by a press alone, for each reading is logged. */
function Sections({ grantId }: { grantId: string }) {
  const [params, setParams] = useSearchParams();
  const section = sectionFrom(params);
  return (
    <Tabs
      label="Record"
      tabs={RECORD_SECTIONS}
      value={section}
      activation="manual"
      onChange={(target) => setParams((current) => withSection(current, target), { replace: true })}
    >
      {RECORD_SECTIONS.map(({ value }) => (
        <TabPanel key={value} value={value}>
          <RecordSectionView grantId={grantId} section={value} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** What was read leaves the page's memory when the access is over, and when the page is left. */
function useForgetting(grantId: string, over: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const forget = () => queryClient.removeQueries({ queryKey: recordKey(grantId) });
    if (over) forget();
    return forget;
  }, [queryClient, grantId, over]);
}
