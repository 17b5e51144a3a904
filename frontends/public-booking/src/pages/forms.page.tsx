import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, useLinkToken, usePageTitle, useQuery, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { useState } from 'react';
import { CodeStep } from '../features/forms/components/code-step';
import { FormNote, FormSkeleton } from '../features/forms/components/form-states';
import { FormToFill } from '../features/forms/components/form-to-fill';
import { UnknownPractice } from '../features/forms/components/unknown-practice';
import { formLinkQuery, type FormLink } from '../features/forms/forms.api';
import { formPageMessages as messages } from '../features/forms/messages';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';

/** `/forms#token`: a form that somebody is asked to fill in. */
export default function FormsPage() {
  usePageTitle(messages.title);
  const { token, forget } = useLinkToken();
  const [stopped, setStopped] = useState(false);
  const holder = useStepFocus(token);
  const stop = () => {
    setStopped(true);
    forget();
  };
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>
        <div ref={holder} tabIndex={-1} style={{ outline: 'none' }}>
          {token === '' ? <FormNote {...(stopped ? messages.stopped : messages.invalid)} /> : <LinkedForm key={token} token={token} onStop={stop} />}
        </div>
      </PublicMain>
    </>
  );
}

/** A form that was left open is closed by the server some time after its last answer: then it goes from the screen as well. */
const UNWATCHED = { refetchInterval: 5 * 60_000, refetchIntervalInBackground: true } as const;

interface LinkedFormProps {
  token: string;
  /** Somebody who is not signed in is done for now. */
  onStop: () => void;
}

function LinkedForm({ token, onStop }: LinkedFormProps) {
  const isVisitor = useSession().user === null;
  const queries = useQueryClient();
  const [knowsPractice, setKnows] = useState(false);
  const know = async () => {
    await queries.fetchQuery({ ...formLinkQuery(token, true), staleTime: 0 });
    setKnows(true);
  };
  const { data, error, isError, isFetching, refetch } = useQuery({ ...formLinkQuery(token, knowsPractice), ...(isVisitor && UNWATCHED) });
  const holder = useStepFocus(data?.status ?? 'open');
  if (data) {
    return (
      <div ref={holder} tabIndex={-1} style={{ outline: 'none' }}>
        <Shown token={token} link={data} onKnown={know} onStop={isVisitor ? onStop : undefined} />
      </div>
    );
  }
  if (!isError) return <FormSkeleton />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <FormNote {...messages.invalid} />;
  return (
    <ErrorPanel
      level={1}
      title={messages.loadFailedTitle}
      text={error instanceof ApiError ? error.detail : messages.tryAgain}
      onRetry={() => void refetch()}
      retryLabel={messages.tryAgain}
      retrying={isFetching}
    />
  );
}

interface ShownProps {
  token: string;
  link: FormLink;
  onKnown: () => Promise<void>;
  onStop: (() => void) | undefined;
}

function Shown({ token, link, onKnown, onStop }: ShownProps) {
  if (link.status === 'practice_unknown') return <UnknownPractice link={link} onKnown={onKnown} />;
  if (link.status === 'code_needed') return <CodeStep token={token} />;
  if (link.status !== 'open') return <FormNote {...messages.states[link.status]} />;
  return link.form ? <FormToFill token={token} link={link} sheet={link.form} onStop={onStop} /> : <FormNote {...messages.invalid} />;
}
