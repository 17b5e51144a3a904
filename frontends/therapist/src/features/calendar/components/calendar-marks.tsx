import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { decisionMessages as messages } from '../decision-messages';
import { useCalendarAppointments } from '../decisions.api';
import { Disagreement } from './disagreement';

/** For rows of bookings: what the therapist's own calendar says otherwise about them. */
export function useCalendarMarks() {
  const { data } = useCalendarAppointments();
  return ({ id }: { id: string }) => {
    const appointment = data?.find(({ booking_id }) => booking_id === id);
    return appointment && <Disagreement appointment={appointment} />;
  };
}

/** The same in a word, by the appointment's id. */
export function useCalendarMarkWords(): ReadonlyMap<string, string> {
  const { data } = useCalendarAppointments();
  return new Map(data?.map(({ booking_id, trouble }) => [booking_id, messages.marks[trouble]]));
}

/** Says above the bookings, wherever in them one looks, that some wait for a decision; nothing while none does. */
export function UndecidedNotice({ onOpen }: { onOpen: () => void }) {
  const { data } = useCalendarAppointments();
  const count = data?.filter(({ trouble }) => trouble === 'moved' || trouble === 'deleted').length ?? 0;
  if (count === 0) return null;
  const look = (
    <Button size="sm" onClick={onOpen}>
      {messages.look}
    </Button>
  );
  return (
    <Banner tone="attention" role="status" action={look}>
      {messages.waits(count)}
    </Banner>
  );
}
