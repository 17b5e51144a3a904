import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, useLocation, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { CodeStep } from '../features/forms/components/code-step';
import { FormNote, FormSkeleton } from '../features/forms/components/form-states';
import { FormToFill } from '../features/forms/components/form-to-fill';
import { formLinkQuery, type FormLink } from '../features/forms/forms.api';
import { formPageMessages as messages } from '../features/forms/messages';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';

/** `/forms#token`: a form that somebody is asked to fill in. The token stays in the fragment, which no server ever sees. */
export default function FormsPage() {
  usePageTitle(messages.title);
  const token = useLocation().hash.slice(1);
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <FormNote {...messages.invalid} /> : <LinkedForm key={token} token={token} />}</PublicMain>
    </>
  );
}

function LinkedForm({ token }: { token: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(formLinkQuery(token));
  const holder = useStepFocus(data?.status ?? 'open');
  if (data) {
    return (
      <div ref={holder} tabIndex={-1} style={{ outline: 'none' }}>
        <Shown token={token} link={data} />
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

function Shown({ token, link }: { token: string; link: FormLink }) {
  if (link.status === 'code_needed') return <CodeStep token={token} />;
  if (link.status !== 'open') return <FormNote {...messages.states[link.status]} />;
  return link.form ? <FormToFill token={token} link={link} sheet={link.form} /> : <FormNote {...messages.invalid} />;
}
