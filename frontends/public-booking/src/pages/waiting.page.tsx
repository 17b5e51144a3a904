import { useLinkToken, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { WaitingRequest } from '../features/waiting/components/waiting-request';
import { waitingMessages as messages } from '../features/waiting/messages';
import { requestQuery } from '../features/waiting/request.api';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import { BehindALink, InvalidLink } from './sections/behind-a-link';

const WORDS = { ...messages, title: messages.pageTitle };

/** `/waiting#token`: what became of a request, and the time that is kept. The token stays in the fragment, which no server ever sees. */
export default function WaitingPage() {
  usePageTitle(messages.pageTitle);
  const { token } = useLinkToken();
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink words={WORDS} /> : <Waiting key={token} token={token} />}</PublicMain>
    </>
  );
}

function Waiting({ token }: { token: string }) {
  return (
    <BehindALink query={useQuery(requestQuery(token))} words={WORDS} height={220}>
      {(request) => <WaitingRequest token={token} request={request} />}
    </BehindALink>
  );
}
