import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { CopyButton } from '@attune/shared-ui/components/copy-button';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Field } from '@attune/shared-ui/components/field';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { useNow } from '@attune/shared-ui/format/now';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { whenWords } from '../calendar-words';
import { feedMessages as messages } from '../feed-messages';
import { type CalendarFeed, feedQuery, useMakeFeed, useRemoveFeed } from '../feeds.api';
import { useHeldFocus } from '../use-held-focus';
import styles from './feed-card.module.css';
import { Question } from './question';
import { useSignInAnew } from './sign-in-anew';

const REFRESH_MS = 60_000;

/** The secret address of the therapist's own appointments: make it, copy it, exchange it, remove it. */
export function PrivateFeedCard() {
  const { data: feed, isPending, isLoadingError, isFetching, refetch } = useQuery(feedQuery());
  const make = useMakeFeed();
  const remove = useRemoveFeed();
  const { asksFor, dialog } = useSignInAnew();
  const [asked, setAsked] = useState<'renew' | 'remove'>();
  const close = () => setAsked(undefined);
  const { place, acted } = useHeldFocus<HTMLHeadingElement>(asked !== undefined, feed?.created_at);
  const made = make.data?.created_at === feed?.created_at ? (make.data?.address ?? null) : null;
  const first = () => {
    acted();
    make.mutate(undefined, { onSuccess: () => void toast.success(messages.made), onError: (error) => void (asksFor(error) || toast.error(refusalText(error, messages.makeFailed))) });
  };
  return (
    <Card as="section" padding="lg" aria-labelledby="private-feed" className={styles.card}>
      <h3 id="private-feed" ref={place} tabIndex={-1} className={styles.title}>
        {messages.privateTitle}
      </h3>
      <p className={styles.text}>{messages.privateText}</p>
      {isPending && (
        <SkeletonGroup label={messages.loading}>
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {isLoadingError && <ErrorPanel level={4} title={messages.loadFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />}
      {feed?.created_at === null && (
        <div className={styles.actions}>
          <Button icon="link" loading={make.isPending} onClick={first}>
            {messages.make}
          </Button>
          <span className={styles.soft}>{messages.none}</span>
        </div>
      )}
      {feed !== undefined && feed.created_at !== null && <Address {...feed} address={made} onRenew={() => setAsked('renew')} onRemove={() => setAsked('remove')} />}
      {dialog}
      {asked === 'renew' && (
        <Question title={messages.renewQuestion} text={messages.renewText} confirmLabel={messages.renew} cancelLabel={messages.renewKeep} done={messages.renewed} failed={messages.makeFailed} run={() => make.mutateAsync()} tells={asksFor} onClose={close} />
      )}
      {asked === 'remove' && (
        <Question title={messages.removeQuestion} text={messages.removeText} confirmLabel={messages.remove} cancelLabel={messages.removeKeep} done={messages.removed} failed={messages.removeFailed} run={() => remove.mutateAsync()} onClose={close} />
      )}
    </Card>
  );
}

function Address({ address, created_at, last_read_at, onRenew, onRemove }: CalendarFeed & { onRenew: () => void; onRemove: () => void }) {
  const now = useNow(REFRESH_MS);
  return (
    <>
      {address === null ? (
        <p className={styles.text}>{messages.once}</p>
      ) : (
        <Field label={messages.label} hint={messages.secret}>
          {(aria) => <TextInput {...aria} readOnly dir="ltr" value={address} onFocus={(event) => event.target.select()} />}
        </Field>
      )}
      <div className={styles.actions}>
        {address !== null && <CopyButton text={address} label={messages.copy} />}
        <Button icon="refresh" onClick={onRenew}>
          {messages.renew}
        </Button>
        <Button variant="quiet" onClick={onRemove}>
          {messages.remove}
        </Button>
      </div>
      <p className={styles.soft}>
        {created_at !== null && messages.madeAt(whenWords(created_at, now))} {last_read_at === null ? messages.neverRead : messages.readAt(whenWords(last_read_at, now))}
      </p>
      <ul className={styles.how}>
        <li>{messages.howOutlook}</li>
        <li>{messages.howApple}</li>
      </ul>
    </>
  );
}
