import { Button } from '@attune/shared-ui/components/button';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { TypedByVisitor, whoBookedMessages as words } from '@attune/shared-ui/who-booked';
import { useState } from 'react';
import type { Appointment } from '../../../wire';
import { sayWhoBooked, useAppointmentChange } from '../appointments.api';
import { appointmentMessages as messages } from '../messages';

interface WhoBookedProps {
  appointment: Appointment;
  /** Which one it is, in words. */
  whom: string;
  /** Moves focus to where it stands. */
  onAnswered: () => void;
}

type Who = 'own' | 'not-own';

/** Whether the client booked this one appointment, asked with what was typed for it in sight. It says nothing about others at the practice. */
export function WhoBooked({ appointment, whom, onAnswered }: WhoBookedProps) {
  const [asked, setAsked] = useState<Who | null>(null);
  const say = useAppointmentChange((who: Who) => sayWhoBooked(appointment.id, who));
  const { id, therapist_name, status } = appointment;
  const answer = (who: Who) => () => {
    const done = () => {
      toast.success(who === 'own' ? words.owned : words.ended);
      setAsked(null);
    };
    say.mutateAsync(who).then(done, (error: Error) => toast.error(refusalText(error, words.notSaved)));
  };
  const close = (open: boolean) => !open && setAsked(null);
  const ending = asked === 'not-own';
  return (
    <>
      <Button size="sm" aria-label={messages.ownOf(whom)} onClick={() => setAsked('own')}>
        {words.own}
      </Button>
      <ConfirmDialog
        key={id}
        open={asked !== null}
        onOpenChange={close}
        title={ending ? words.endTitle : words.title}
        body={ending ? words.endBody : words.typed}
        confirmLabel={ending ? words.end : words.own}
        cancelLabel={words.notNow}
        tone="primary"
        loading={say.isPending}
        onConfirm={answer(ending ? 'not-own' : 'own')}
        focusElsewhere={onAnswered}
      >
        {!ending && (
          <>
            <TypedByVisitor booking={appointment} />
            <p>
              <UserText>{words.whatFollows(therapist_name)}</UserText>
            </p>
            {status === 'confirmed' && (
              <Button size="sm" disabled={say.isPending} onClick={() => setAsked('not-own')}>
                {words.others}
              </Button>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
