import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { Switch } from '@attune/shared-ui/components/switch';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import { type MeetingSettings as Settings, meetingSettingsQuery, useSaveMeetingSettings } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import styles from './meeting-panel.module.css';

const USUAL_DAYS = 30;
const TERMS = [7, 14, USUAL_DAYS, 60, 90, 180, 365];

/** Whether clients click themselves, and how long transcripts stay: saved at once, a shorter term after a question. */
export function MeetingSettings() {
  const heading = useId();
  const [shorter, setShorter] = useState<number>();
  const { data, isLoadingError, isFetching, refetch } = useQuery(meetingSettingsQuery());
  const save = useSaveMeetingSettings();
  if (isLoadingError) return <ErrorPanel level={3} title={messages.settingsFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />;
  const { ask_client_own_click: asks, transcript_kept_days: days = USUAL_DAYS } = (save.isPending ? save.variables : data) ?? { ask_client_own_click: true };
  const choose = (settings: Settings, said: string) =>
    save.mutate(settings, { onSuccess: () => void toast.success(said), onError: (error) => void toast.error(refusalText(error, messages.settingNotSaved)) });
  const keep = (next: number) => choose({ ask_client_own_click: asks, transcript_kept_days: next }, messages.keptFor(next));
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} className={styles.part}>
        {messages.settingsTitle}
      </h3>
      {data === undefined ? (
        <SkeletonGroup label={messages.settingsLoading}>
          <Skeleton width="70%" height={64} />
        </SkeletonGroup>
      ) : (
        <div className={styles.stack}>
          <Switch
            checked={asks}
            disabled={save.isPending}
            onChange={(next) => choose({ ask_client_own_click: next, transcript_kept_days: days }, next ? messages.askOn : messages.askOff)}
            label={messages.askLabel}
            description={messages.askHint}
          />
          <Field label={messages.term} hint={messages.termHint}>
            {(control) => (
              <Select
                {...control}
                disabled={save.isPending}
                value={String(days)}
                onChange={(value) => (Number(value) < days ? setShorter(Number(value)) : keep(Number(value)))}
                options={[...new Set([...TERMS, days])].sort((one, other) => one - other).map((each) => ({ value: String(each), label: messages.days(each) }))}
              />
            )}
          </Field>
        </div>
      )}
      <ConfirmDialog
        open={shorter !== undefined}
        onOpenChange={(open) => !open && setShorter(undefined)}
        title={messages.shorterQuestion(shorter ?? days)}
        body={messages.shorterText}
        confirmLabel={messages.shorterYes}
        cancelLabel={messages.shorterNo}
        onConfirm={() => {
          if (shorter !== undefined) keep(shorter);
          setShorter(undefined);
        }}
      />
    </Card>
  );
}
