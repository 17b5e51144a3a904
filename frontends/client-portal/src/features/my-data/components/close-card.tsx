import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { ProofPanel } from '../../../proof/proof-panel';
import type { Account } from '../../../wire';
import { closingQuery } from '../my-data.api';
import { myDataMessages as messages } from '../messages';
import { CLOSE_ID, useClosing } from '../use-closing';
import styles from './my-data.module.css';

/** Says what goes and what stays, asks, and closes the account. */
export function CloseCard({ account: { email, proof_address } }: { account: Account }) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(closingQuery());
  const closing = useClosing();
  if (closing.asksForProof) {
    return <ProofPanel level={3} email={email} before={proof_address} title={messages.proofTitle} text={messages.closeProofText} onProved={closing.proved} onLeave={closing.leaveProof} />;
  }
  if (isLoadingError) {
    return <ErrorPanel level={3} title={messages.loadFailed} text={messages.tryLater} retryLabel={messages.tryAgain} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <Card>
      {data === undefined ? (
        <SkeletonGroup label={messages.loading}>
          <Skeleton height={160} />
        </SkeletonGroup>
      ) : (
        <div className={styles.stack}>
          <Sentences title={messages.removed} sentences={data.removed} />
          <Sentences title={messages.kept} sentences={data.kept} />
          {data.upcoming > 0 && <Banner tone="attention">{messages.upcoming(data.upcoming)}</Banner>}
          {closing.failure !== null && (
            <Banner tone="danger" role="alert" title={messages.closeFailed}>
              {closing.failure}
            </Banner>
          )}
          <Button id={CLOSE_ID} variant="danger" className={styles.start} onClick={closing.question}>
            {messages.close}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={closing.questioned}
        onOpenChange={(open) => !open && closing.stay()}
        title={messages.closeQuestion}
        body={messages.closeBody}
        confirmLabel={messages.close}
        cancelLabel={messages.stay}
        onConfirm={closing.close}
        loading={closing.sending}
      />
    </Card>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
