import { buttonClass } from '@attune/shared-ui/components/Button';
import { CenteredPage } from '@attune/shared-ui/components/CenteredPage';
import { Logo } from '@attune/shared-ui/components/Logo';
import { NotOpenYet } from '@attune/shared-ui/components/NotOpenYet';
import { PageHeader } from '@attune/shared-ui/components/PageHeader';
import { Link, usePageTitle } from '@attune/shared-ui/runtime';
import { messages } from '../features/dashboard/messages';

/** `/admin/dashboard` */
export default function DashboardPage() {
  usePageTitle(messages.title);
  return (
    <CenteredPage
      width="md"
      home={
        <Link to="/" aria-label={messages.home}>
          <Logo />
        </Link>
      }
    >
      <PageHeader title={messages.title} />
      <NotOpenYet title={messages.notOpen.title} text={messages.notOpen.text}>
        <Link to="/" className={buttonClass()}>
          {messages.back}
        </Link>
      </NotOpenYet>
    </CenteredPage>
  );
}
