import { Card } from '@attune/shared-ui/components/Card';
import { CenteredPage } from '@attune/shared-ui/components/CenteredPage';
import { Logo } from '@attune/shared-ui/components/Logo';
import { NotOpenYet } from '@attune/shared-ui/components/NotOpenYet';
import { PageHeader } from '@attune/shared-ui/components/PageHeader';
import { Link, usePageTitle } from '@attune/shared-ui/runtime';
import { SignInForm } from '../features/sign-in/components/sign-in-form';
import { messages } from '../features/sign-in/messages';

/** `/admin/login` */
export default function LoginPage() {
  usePageTitle(messages.title);
  return (
    <CenteredPage
      home={
        <Link to="/" aria-label={messages.home}>
          <Logo />
        </Link>
      }
    >
      <PageHeader title={messages.title} />
      <NotOpenYet title={messages.notOpen.title} text={messages.notOpen.text} />
      <Card>
        <SignInForm />
      </Card>
      <p>
        <Link to="/">{messages.back}</Link>
      </p>
    </CenteredPage>
  );
}
