import { Stack } from '@attune/shared-ui/components/stack';
import { useLocation } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';
import { SessionsList } from '../features/browsers/components/sessions-list';
import { TrustedList } from '../features/browsers/components/trusted-list';
import { browserMessages } from '../features/browsers/messages';
import { EmailCard } from '../features/email-change/components/email-card';
import { emailMessages } from '../features/email-change/messages';
import { CloseCard } from '../features/my-data/components/close-card';
import { DownloadCard } from '../features/my-data/components/download-card';
import { myDataMessages } from '../features/my-data/messages';
import { RemindersCard } from '../features/reminders/components/reminders-card';
import { reminderMessages } from '../features/reminders/messages';
import { ActivityList } from '../features/record-activity/components/activity-list';
import { Emergencies } from '../features/record-activity/components/emergencies';
import { activityMessages } from '../features/record-activity/messages';
import type { Account } from '../wire';
import { AccountSection } from './account-section';

/** The parts of the account that only the proven owner of its address sees. */
export function VerifiedSections({ account }: { account: Account }) {
  const { hash } = useLocation();
  // The sections come after the page, so the browser's own jump to one of them came too early.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <AccountSection id="email" title={emailMessages.title} text={emailMessages.text}>
        <EmailCard account={account} />
      </AccountSection>
      <AccountSection id="reminders" title={reminderMessages.title} text={reminderMessages.text}>
        <RemindersCard />
      </AccountSection>
      <AccountSection id="sessions" title={browserMessages.sessionsTitle} text={browserMessages.sessionsText}>
        <SessionsList />
      </AccountSection>
      <AccountSection id="trusted-browsers" title={browserMessages.trustedTitle} text={browserMessages.trustedText}>
        <TrustedList />
      </AccountSection>
      <AccountSection id="record-activity" title={activityMessages.title} text={activityMessages.text}>
        <Stack>
          <Emergencies />
          <ActivityList about="record" />
        </Stack>
      </AccountSection>
      <AccountSection id="sign-in-activity" title={activityMessages.signInTitle} text={activityMessages.signInText}>
        <ActivityList about="sign_in" />
      </AccountSection>
      <AccountSection id="my-data" title={myDataMessages.title} text={myDataMessages.text}>
        <DownloadCard account={account} />
      </AccountSection>
      <AccountSection id="close" title={myDataMessages.closeTitle} text={myDataMessages.closeText}>
        <CloseCard account={account} />
      </AccountSection>
    </>
  );
}
