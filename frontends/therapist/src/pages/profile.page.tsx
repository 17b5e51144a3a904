import { buttonClass } from '@attune/shared-ui/components/button';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { useForgetDrafts } from '@attune/shared-ui/forms';
import { usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { useCallback } from 'react';
import { GuardedLink } from '../features/frame/components/guarded-link';
import { LoadFailure } from '../features/frame/components/load-failure';
import { PageLoading } from '../features/frame/components/page-loading';
import { FramedPage } from './framed-page';
import { useUnsavedChanges } from '../features/frame/use-unsaved-changes';
import { profileQuery } from '../features/profile/profile.api';
import { PauseCard } from '../features/profile/components/pause-card';
import { ProfileForm } from '../features/profile/components/profile-form';
import { profileMessages } from '../features/profile/messages';
import { SecurityCards } from '../features/security/components/security-cards';
import { securityMessages } from '../features/security/messages';
import { servicesQuery } from '../features/services/services.api';
import { ServicesCard } from '../features/services/components/services-card';
import { hoursMessages } from '../features/working-hours/messages';
import { SettingsSection } from './settings-section';

/** The forms that this page shows. */
const FORMS = ['profile', 'service', 'bookings-pause'];

/** The profile editor; services appear once a profile exists. The working hours have a place of their own. */
export default function ProfilePage() {
  usePageTitle(profileMessages.pageTitle);
  const profile = useQuery(profileQuery());
  const exists = profile.data !== undefined && profile.data !== null;
  const services = useQuery({ ...servicesQuery(), enabled: exists });
  const { unsaved, report } = useUnsavedChanges<'profile' | 'service' | 'pause'>();
  const reportProfile = useCallback((dirty: boolean) => report('profile', dirty), [report]);
  const reportService = useCallback((dirty: boolean) => report('service', dirty), [report]);
  const reportPause = useCallback((dirty: boolean) => report('pause', dirty), [report]);
  const forgetDrafts = useForgetDrafts(FORMS);
  useFailureToast(profile.isLoadingError || services.isLoadingError, profileMessages.loadFailed);

  if (profile.isLoadingError) {
    return (
      <LoadFailure
        title={profileMessages.loadFailed}
        text={profileMessages.loadFailedHint}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  if (profile.data === undefined) return <PageLoading label="Loading your profile" />;

  const guard = { unsaved, title: profileMessages.unsavedTitle, body: profileMessages.unsavedBody, onLeave: forgetDrafts };
  return (
    <FramedPage guard={guard}>
      <PageHeader
        title={profileMessages.pageTitle}
        subtitle={profileMessages.pageSubtitle}
        back={
          <GuardedLink to="/dashboard" {...guard}>
            ← Back to dashboard
          </GuardedLink>
        }
      />
      <SettingsSection id="professional-profile" title={profileMessages.formTitle} text={profileMessages.formText}>
        <ProfileForm profile={profile.data} labelledBy="professional-profile" onDirtyChange={reportProfile} />
      </SettingsSection>
      {profile.data !== null && (
        <>
          <SettingsSection id="services" title="Services" text="What visitors can book on your page.">
            <ServicesCard onDirtyChange={reportService} />
          </SettingsSection>
          <SettingsSection id="new-bookings" title={profileMessages.pauseTitle} text={profileMessages.pauseText}>
            <PauseCard profile={profile.data} labelledBy="new-bookings" onDirtyChange={reportPause} />
          </SettingsSection>
          <SettingsSection id="working-hours" title={hoursMessages.title} text={hoursMessages.elsewhere}>
            <div>
              <GuardedLink to="/dashboard?tab=hours" className={buttonClass()} {...guard}>
                {hoursMessages.open}
              </GuardedLink>
            </div>
          </SettingsSection>
        </>
      )}
      <SettingsSection id="security" title={securityMessages.title} text={securityMessages.text}>
        <SecurityCards unsaved={unsaved} />
      </SettingsSection>
    </FramedPage>
  );
}
