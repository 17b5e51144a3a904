import { ApiError, toast } from '@attune/shared-ui/runtime';
import { profileMessages as messages } from './messages';
import { usePauseBookings } from './profile.api';

/** The one press that opens paused bookings again, and what came of it. */
export function useReopenBookings(): { reopen: () => void; busy: boolean } {
  const pause = usePauseBookings();
  const reopen = () => {
    if (pause.isPending) return;
    pause.mutate(
      { bookings_paused: false },
      {
        onSuccess: () => toast.success(messages.reopened),
        onError: (error) => toast.error(error instanceof ApiError && error.explained ? error.detail : messages.reopenFailed),
      },
    );
  };
  return { reopen, busy: pause.isPending };
}
