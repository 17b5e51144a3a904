import { Card } from '@attune/shared-ui/components/card';
import { ConsentCard } from '@attune/shared-ui/recording-consent';
import { useLinkToken, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { consentQuery, useAnswerConsent } from '../features/recording-consent/consent.api';
import { consentPageMessages as messages } from '../features/recording-consent/messages';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import { BehindALink, InvalidLink } from './sections/behind-a-link';

/** `/consent#token`: may a session be recorded? */
export default function ConsentPage() {
  usePageTitle(messages.title);
  const { token } = useLinkToken();
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
