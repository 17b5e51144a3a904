import { Segmented } from '@attune/shared-ui/components/segmented';
import { useQuery } from '@attune/shared-ui/runtime';
import { type Booking, bookingsQuery } from '../bookings.api';
import { bookingMessages as messages } from '../messages';

const LONGEST_SERIES = 52;

interface SeriesScopeProps {
  booking: Booking;
  following: boolean;
  onChange: (following: boolean) => void;
}

/** Whether a change is of one appointment or also of those of its series that follow; nothing where none does. */
export function SeriesScope({ booking, following, onChange }: SeriesScopeProps) {
  const others = useFollowing(booking);
  if (others === 0) return null;
  const options = [
    { value: 'this', label: messages.thisOne },
    { value: 'following', label: messages.following(others) },
  ];
  return <Segmented label={messages.scope} options={options} value={following ? 'following' : 'this'} onChange={(value) => onChange(value === 'following')} fullWidth />;
}

function useFollowing({ series_id, starts_at, appointment_date }: Booking): number {
  const series = useQuery({ ...bookingsQuery({ series_id: series_id ?? '', status: 'confirmed', from: appointment_date, count: LONGEST_SERIES }), enabled: series_id !== null });
  return (series.data?.bookings ?? []).filter((other) => Date.parse(other.starts_at) > Date.parse(starts_at)).length;
}
