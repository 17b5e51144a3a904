import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, useLinkToken, usePageTitle, useQuery, useSession } from '@attune/shared-ui/runtime';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { useState } from 'react';
import { CodeStep } from '../features/forms/components/code-step';
import { FormNote, FormSkeleton } from '../features/forms/components/form-states';
import { FormToFill } from '../features/forms/components/form-to-fill';
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
  const { data, error, isError, isFetching, refetch } = useQuery({ ...formLinkQuery(token), ...(isVisitor && UNWATCHED) });
  const holder = useStepFocus(data?.status ?? 'open');
  if (data) {
    return (
      <div ref={holder} tabIndex={-1} style={{ outline: 'none' }}>
        <Shown token={token} link={data} onStop={isVisitor ? onStop : undefined} />
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

function Shown({ token, link, onStop }: { token: string; link: FormLink; onStop: (() => void) | undefined }) {
  if (link.status === 'code_needed') return <CodeStep token={token} />;
  if (link.status !== 'open') return <FormNote {...messages.states[link.status]} />;
  return link.form ? <FormToFill token={token} link={link} sheet={link.form} onStop={onStop} /> : <FormNote {...messages.invalid} />;
}
