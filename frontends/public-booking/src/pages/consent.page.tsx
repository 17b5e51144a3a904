import { Card } from '@attune/shared-ui/components/card';
import { ConsentCard } from '@attune/shared-ui/recording-consent';
import { useLocation, useNavigate, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';
import { consentQuery, useAnswerConsent } from '../features/recording-consent/consent.api';
import { consentPageMessages as messages } from '../features/recording-consent/messages';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import { BehindALink, InvalidLink } from './sections/behind-a-link';

/** `/consent#token`: may a session be recorded? */
export default function ConsentPage() {
  usePageTitle(messages.title);
  const token = useHiddenToken();
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink words={messages} /> : <LinkedConsent key={token} token={token} />}</PublicMain>
    </>
  );
}

function LinkedConsent({ token }: { token: string }) {
  const { mutateAsync } = useAnswerConsent(token);
  return (
    <BehindALink query={useQuery(consentQuery(token))} words={messages} height={420}>
      {(consent) => (
        <Card padding="lg">
          <ConsentCard consent={consent} onAnswer={mutateAsync} level={1} />
        </Card>
      )}
    </BehindALink>
  );
}

/** The token answers in somebody's name, so it goes from the address at once; the entry in this tab's history keeps it for a reload. */
function useHiddenToken(): string {
  const { hash, pathname, state } = useLocation();
  const navigate = useNavigate();
  const named = hash.slice(1);
  const kept = (state as { token?: string } | null)?.token ?? '';
  useEffect(() => {
    if (named !== '') void navigate(pathname, { replace: true, state: { token: named } });
  }, [named, pathname, navigate]);
  return named === '' ? kept : named;
}
