import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { FormField, FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo } from 'react';
import { profileMessages as messages } from '../messages';
import { type Profile, profileKey, usePauseBookings } from '../profile.api';
import { PausedNotice } from './paused-notice';
import styles from './profile-form.module.css';

interface PauseCardProps {
  profile: Profile;
  labelledBy: string;
  onDirtyChange: (dirty: boolean) => void;
}

/** Pauses new bookings with a sentence for visitors, changes the sentence, and opens bookings again. */
export function PauseCard({ profile, labelledBy, onDirtyChange }: PauseCardProps) {
  const { bookings_paused: paused, bookings_paused_message: message } = profile;
  const queryClient = useQueryClient();
  const pause = usePauseBookings();
  const form = useServerForm<{ bookings_paused_message: string }>({
    stored: useMemo(() => ({ bookings_paused_message: message ?? '' }), [message]),
    keep: { form: 'bookings-pause' },
    send: async ({ bookings_paused_message }) => {
      const saved = await pause.mutateAsync({ bookings_paused: true, bookings_paused_message: bookings_paused_message.trim() || null });
      toast.success(paused ? messages.pauseSaved : messages.pausedDone);
      return { bookings_paused_message: saved.bookings_paused_message ?? '' };
    },
    onRefused: () => void toast.error(messages.pauseFailed),
    refresh: () => void queryClient.invalidateQueries({ queryKey: profileKey }),
  });
  const { busy, dirty } = form;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  return (
    <Card padding="lg">
      <form {...form.props} aria-labelledby={labelledBy} className={styles.form}>
        <PausedNotice profile={profile} />
        <FormNotes form={form} />
        <FormField form={form} name="bookings_paused_message" label={messages.pauseLabel} optional hint={messages.pauseHint}>
          {(control) => <TextArea {...control} dir="auto" rows={2} autoGrow maxLength={300} placeholder={messages.pausePlaceholder} />}
        </FormField>
        <div className={styles.actions}>
          <Button type="submit" loading={busy} disabled={paused && !dirty}>
            {busy ? messages.pausing : paused ? messages.pauseSave : messages.pause}
          </Button>
        </div>
      </form>
    </Card>
  );
}
