import { CenteredPage } from '@attune/shared-ui/components/centered-page';
import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { Logo } from '@attune/shared-ui/components/logo';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { Link, Navigate, toast, usePageTitle, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { AddressObjection } from '../features/mail-link/components/address-objection';
import { LinkSignIn } from '../features/mail-link/components/link-sign-in';
import { useMailLink } from '../features/mail-link/use-mail-link';
import { SignIn } from '../features/sign-in/components/sign-in';
import { signInMessages as messages } from '../features/sign-in/messages';
import { LOGIN_EMAIL_ID, NEW_CODE_ID } from '../features/sign-in/use-login';
import { focusField } from '../focus-field';

/** `/client/login`, also behind the links of our emails: `#token=` signs in, `#object=` takes an address change back. */
export default function LoginPage() {
  usePageTitle(messages.title);
  const { link, forget } = useMailLink();
  const { status, user } = useSession();
  const [start, setStart] = useState<{ email?: string; notice?: string }>({});

  if (link === null && user?.user_type === 'client') return <Navigate to="/client/dashboard" replace />;
  if (link === null && status === 'loading') return <FullScreenSpinner label={messages.loading} />;

  const toForms = (from: { email?: string; notice?: string }) => {
    setStart(from);
    forget();
    focusField(from.notice !== undefined && from.email ? NEW_CODE_ID : LOGIN_EMAIL_ID);
  };
  const refuse = (detail: string, email: string) => {
    // Whoever is signed in gets their new code on the dashboard, anybody else by asking here.
    if (user?.user_type === 'client') toast.error(detail);
    toForms({ notice: detail, email });
  };

  return (
    <CenteredPage
      home={
        <Link to="/" aria-label={messages.home}>
          <Logo />
        </Link>
      }
    >
      <PageHeader title={messages.title} subtitle={messages.subtitle} />
      {link?.purpose === 'sign-in' && <LinkSignIn key={link.token} link={link} onSignedIn={forget} onRefused={refuse} />}
      {link?.purpose === 'objection' && <AddressObjection key={link.token} token={link.token} onSignIn={(email) => toForms({ email })} />}
      {link === null && <SignIn email={start.email} notice={start.notice} />}
    </CenteredPage>
  );
}
