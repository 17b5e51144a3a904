import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { accountQuery } from '../account-query';
import { DetailsForm } from '../features/account-details/components/details-form';
import { detailsMessages } from '../features/account-details/messages';
import { PortalFrame } from '../frame/portal-frame';
import { ProofPanel } from '../proof/proof-panel';
import type { Account } from '../wire';
import { accountMessages as messages } from './account-messages';
import { AccountSection } from './account-section';
import { VerifiedSections } from './verified-sections';

/** `/client/account` */
export default function AccountPage() {
  usePageTitle(messages.title);
  const { data, isLoadingError, isFetching, refetch } = useQuery(accountQuery());
  return (
    <PortalFrame aside="dashboard">
      {isLoadingError ? (
        <ErrorPanel
          level={1}
          title={messages.unable}
          text={messages.unableText}
          retryLabel={messages.tryAgain}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <>
          <PageHeader title={messages.title} subtitle={messages.subtitle} />
          {data === undefined ? <AccountSkeleton /> : <Sections account={data} />}
        </>
      )}
    </PortalFrame>
  );
}

/** An address that is not proved yet opens nothing but what its owner typed. */
function Sections({ account }: { account: Account }) {
  const { verified, email } = account;
  return (
    <>
      {!verified && <ProofPanel email={email} title={messages.unverifiedTitle} text={messages.unverifiedText} />}
      <AccountSection id="details" title={detailsMessages.title} text={detailsMessages.text}>
        <DetailsForm key={String(verified)} account={account} />
      </AccountSection>
      {verified && <VerifiedSections account={account} />}
    </>
  );
}

function AccountSkeleton() {
  return (
    <SkeletonGroup label={messages.loading}>
      <Skeleton height={280} radius="lg" />
    </SkeletonGroup>
  );
}
