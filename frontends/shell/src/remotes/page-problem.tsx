import { usePageTitle } from '@attune/shared-ui/runtime';
import { messages } from '../messages';
import { PlainPage } from '../routing/plain-page';
import styles from '../routing/plain-page.module.css';
import { RemoteProblem } from './remote-problem';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** What stands in a page's place when it cannot be shown; everything around it goes on working. */
export function PageProblem({ error, onRetry }: Props) {
  const { title, text, action } = explain(error);
  usePageTitle(title);
  return (
    <PlainPage title={title} text={text} alert>
      {action === 'reload' ? (
        <button type="button" className={styles.action} onClick={() => window.location.reload()}>
          {messages.reload}
        </button>
      ) : (
        <button type="button" className={styles.action} onClick={onRetry}>
          {messages.tryAgain}
        </button>
      )}
    </PlainPage>
  );
}

function explain(error: unknown): { title: string; text: string; action: 'retry' | 'reload' } {
  if (!(error instanceof RemoteProblem)) {
    return { title: messages.pageTitle, text: messages.pageText, action: 'retry' };
  }
  if (error.kind === 'outdated') {
    return { title: messages.outdatedTitle, text: messages.outdatedText, action: 'reload' };
  }
  const text = error.kind === 'slow' ? messages.remoteSlowText : messages.remoteText;
  return { title: messages.remoteTitle, text, action: 'retry' };
}
