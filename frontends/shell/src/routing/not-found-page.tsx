import { Link, usePageTitle } from '@attune/shared-ui/runtime';
import { messages } from '../messages';
import { PageArrival } from './page-arrival';
import { PlainPage } from './plain-page';
import styles from './plain-page.module.css';

/** An address that the route table does not know. */
export function NotFoundPage() {
  usePageTitle(messages.notFoundTitle);
  return (
    <PageArrival>
      <PlainPage title={messages.notFoundTitle} text={messages.notFoundText}>
        <Link to="/" className={styles.action}>{messages.backHome}</Link>
      </PlainPage>
    </PageArrival>
  );
}
