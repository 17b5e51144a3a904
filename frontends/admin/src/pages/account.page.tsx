import { PageHeader } from '@attune/shared-ui/components/page-header';
import { usePageTitle } from '@attune/shared-ui/runtime';
import { PasswordCard } from '../features/account/components/password-card';
import { SecondFactorCard } from '../features/account/components/second-factor-card';
import { SessionsCard } from '../features/account/components/sessions-card';
import { accountMessages } from '../features/account/messages';
import { frameMessages } from '../features/frame/messages';
import styles from './account.page.module.css';
import { AdminArea } from './admin-area';

const ASIDE = { to: '/admin/dashboard', label: frameMessages.dashboard };

/** `/admin/account` */
export default function AccountPage() {
  usePageTitle(accountMessages.title);
  return (
    <AdminArea aside={ASIDE}>
      {({ admin }) => (
        <div className={styles.page}>
          <PageHeader title={accountMessages.title} subtitle={<bdi>{admin.username}</bdi>} />
          <PasswordCard username={admin.username} />
          <SecondFactorCard />
          <SessionsCard />
        </div>
      )}
    </AdminArea>
  );
}
