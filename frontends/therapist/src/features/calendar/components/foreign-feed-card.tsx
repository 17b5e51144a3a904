import { Badge, type BadgeTone } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { formatInstant, formatNumber } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import { FormField, FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo, useState } from 'react';
import { whenWords } from '../calendar-words';
import { feedMessages as messages } from '../feed-messages';
import { type ForeignFeed, foreignFeedKey, foreignFeedQuery, useRemoveForeignFeed, useSaveForeignFeed } from '../feeds.api';
import { useHeldFocus } from '../use-held-focus';
import styles from './feed-card.module.css';
import { Question } from './question';

const REFRESH_MS = 15_000;
const TONES: Record<NonNullable<ForeignFeed['state']>, BadgeTone> = { ok: 'positive', failing: 'danger', reading: 'neutral' };

interface ForeignFeedCardProps {
  onDirtyChange: (dirty: boolean) => void;
}

/** A calendar elsewhere whose busy times block times: its address, and how reading it goes. */
export function ForeignFeedCard({ onDirtyChange }: ForeignFeedCardProps) {
  const { data: feed, isPending, isLoadingError, isFetching, refetch } = useQuery(foreignFeedQuery());
  const remove = useRemoveForeignFeed();
  const [isEnding, setEnding] = useState(false);
  const { place } = useHeldFocus<HTMLHeadingElement>(isEnding, feed?.address);
  return (
    <Card as="section" padding="lg" aria-labelledby="foreign-feed" className={styles.card}>
      <div className={styles.head}>
        <h3 id="foreign-feed" ref={place} tabIndex={-1} className={styles.title}>
          {messages.foreignTitle}
        </h3>
        {feed?.state && <Badge tone={TONES[feed.state]}>{messages.foreignStates[feed.state]}</Badge>}
      </div>
      <p className={styles.text}>{messages.foreignText}</p>
      {isPending && (
        <SkeletonGroup label={messages.foreignLoading}>
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {isLoadingError && <ErrorPanel level={4} title={messages.foreignLoadFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />}
      {feed !== undefined && <Reading feed={feed} />}
      {feed !== undefined && <AddressForm feed={feed} onDirtyChange={onDirtyChange} onRemove={() => setEnding(true)} />}
      {isEnding && (
        <Question
          title={messages.foreignRemoveQuestion}
          text={messages.foreignRemoveText}
          confirmLabel={messages.foreignRemove}
          cancelLabel={messages.removeKeep}
          done={messages.foreignRemoved}
          failed={messages.foreignRemoveFailed}
          run={() => remove.mutateAsync(undefined)}
          onClose={() => setEnding(false)}
        />
      )}
    </Card>
  );
}

/** How reading it goes, in words. */
function Reading({ feed: { state, reason, last_read_at, busy_blocks, busy_known_until } }: { feed: ForeignFeed }) {
  const now = useNow(REFRESH_MS);
  if (state === null) return null;
  return (
    <>
      {state === 'failing' && (
        <Banner tone="attention" title={reason ?? undefined}>
          {last_read_at === null ? messages.foreignNeverWorked : messages.foreignFailing(whenWords(last_read_at, now))}
        </Banner>
      )}
      {busy_known_until !== null && (
        <Banner tone="danger" title={messages.foreignTooMany(formatInstant(busy_known_until))}>
          {messages.foreignTooManyText}
        </Banner>
      )}
      <p role="status" className={styles.soft}>
        {state === 'reading' ? messages.foreignReading : `${last_read_at === null ? messages.foreignNeverRead : messages.foreignReadAt(whenWords(last_read_at, now))} · ${messages.foreignBusy(formatNumber(busy_blocks), busy_blocks === 1)}`}
      </p>
    </>
  );
}

function problemsOf({ address }: { address: string }): Record<string, string> {
  if (address.trim() === '') return { address: messages.foreignMissing };
  return /^(https|webcal):\/\//i.test(address.trim()) ? {} : { address: messages.foreignForm };
}

function AddressForm({ feed, onDirtyChange, onRemove }: { feed: ForeignFeed; onRemove: () => void } & ForeignFeedCardProps) {
  const queryClient = useQueryClient();
  const save = useSaveForeignFeed();
  const form = useServerForm<{ address: string }>({
    stored: useMemo(() => ({ address: feed.address ?? '' }), [feed.address]),
    keep: { form: 'foreign-feed' },
    check: problemsOf,
    send: async ({ address }) => {
      const saved = await save.mutateAsync(address.trim());
      toast.success(messages.foreignSaved);
      return { address: saved.address ?? '' };
    },
    onRefused: () => void toast.error(messages.foreignSaveFailed),
    refresh: () => void queryClient.invalidateQueries({ queryKey: foreignFeedKey }),
  });
  const { busy, dirty } = form;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);
  return (
    <form {...form.props} aria-label={messages.foreignTitle} className={styles.form}>
      <FormNotes form={form} />
      <FormField form={form} name="address" label={messages.foreignLabel} hint={messages.foreignHint}>
        {(control) => <TextInput {...control} type="url" inputMode="url" dir="ltr" autoComplete="off" spellCheck={false} maxLength={2_000} />}
      </FormField>
      <div className={styles.actions}>
        <Button type="submit" variant={feed.address === null || dirty ? 'primary' : 'secondary'} loading={busy}>
          {messages.foreignSave}
        </Button>
        {feed.address !== null && (
          <Button variant="quiet" disabled={busy} onClick={onRemove}>
            {messages.foreignRemove}
          </Button>
        )}
      </div>
    </form>
  );
}
