import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { profileMessages as messages } from '../messages';
import type { Profile } from '../profile.api';
import { useReopenBookings } from '../use-reopen-bookings';

/** Says that nobody can book, so that it is not forgotten, with one button to open bookings again. Nothing while they are open. */
export function PausedNotice({ profile }: { profile: Profile }) {
  const { reopen, busy } = useReopenBookings();
  if (!profile.bookings_paused) return null;
  return (
    <Banner
      tone="attention"
      title={messages.paused}
      action={
        <Button size="sm" loading={busy} onClick={reopen}>
          {messages.reopen}
        </Button>
      }
    >
      {messages.pausedText}
      {profile.bookings_paused_message !== null && (
        <UserText as="p" preserveLines>
          {`“${profile.bookings_paused_message}”`}
        </UserText>
      )}
    </Banner>
  );
}
