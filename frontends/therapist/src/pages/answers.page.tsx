import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { UserText } from '@attune/shared-ui/components/user-text';
import { ApiError, Link, useParams, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { PageLoading } from '../features/frame/components/page-loading';
import { FramedPage } from './framed-page';
import { AnswersFacts, AnswersSheet, SelfHarmNotice } from '../features/intake-answers/components/answers-sheet';
import { ExportButton } from '../features/intake-answers/components/export-button';
import { ScoreCard } from '../features/intake-answers/components/score-card';
import { answersQuery } from '../features/intake-answers/intake-answers.api';
import { answersMessages as messages } from '../features/intake-answers/messages';
import styles from './answers.module.css';

/** `/intake-forms/answers/:id`: a form as its client completed it, to read and to print. */
export default function AnswersPage() {
  usePageTitle(messages.answersTitle);
  const { id = '' } = useParams();
  const { data: form, error, isLoadingError, isFetching, refetch } = useQuery(answersQuery(id));

  if (isLoadingError) {
    const absent = error instanceof ApiError && error.status === 404;
    return (
      <FramedPage width="narrow">
        <ErrorPanel
          level={1}
          title={absent ? messages.notThere : messages.answersFailed}
          text={absent ? messages.notThereText : messages.nothingChanged}
          onRetry={absent ? undefined : () => void refetch()}
          retrying={isFetching}
        >
          <Link to="/intake-forms/sent" className={buttonClass()}>
            {messages.listTitle}
          </Link>
        </ErrorPanel>
      </FramedPage>
    );
  }
  if (form === undefined) return <PageLoading label={messages.loadingAnswers} />;
  return (
    <FramedPage>
      <div className={styles.page}>
        <SelfHarmNotice score={form.score} />
        <PageHeader
          title={<UserText>{form.title}</UserText>}
          back={
            <span className={styles.screenOnly}>
              <Link to="/intake-forms/sent">{messages.backToSent}</Link>
            </span>
          }
          actions={
            <div className={styles.actions}>
              <Button icon="file" onClick={() => window.print()}>
                {messages.print}
              </Button>
              <ExportButton formId={form.form_id} />
            </div>
          }
        />
        <AnswersFacts form={form} />
        <p className={styles.screenOnly}>
          <Link to={`/intake-forms/sent?client_id=${form.client_id}`} className={buttonClass({ size: 'sm', variant: 'quiet' })}>
            {messages.clientsForms}
          </Link>
        </p>
        <ScoreCard form={form} />
        <AnswersSheet questions={form.questions} />
      </div>
    </FramedPage>
  );
}
