import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { useQuery } from '@attune/shared-ui/runtime';
import type { Therapist } from '../../../wire';
import { staysBooked, therapistMessages } from '../messages';
import { therapistToCloseQuery } from '../therapists.api';
import styles from './therapists-panel.module.css';

interface DeactivateDialogProps {
  therapist: Therapist;
  loading: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a therapist is shut out, and says what happens at once. */
export function DeactivateDialog({ therapist, loading, onClose, onConfirm }: DeactivateDialogProps) {
  const { data, isError } = useQuery(therapistToCloseQuery(therapist.id));
  const uncounted = isError ? therapistMessages.notCounted : therapistMessages.counting;
  const touched = data === undefined ? uncounted : staysBooked(data.upcoming_bookings, data.upcoming_clients);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        <>
          Deactivate <bdi dir="auto">{therapist.display_name}</bdi>?
        </>
      }
      body={
        <ul className={styles.consequences}>
          {therapistMessages.deactivateText.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li aria-live="polite">{touched}</li>
        </ul>
      }
      confirmLabel="Deactivate"
      cancelLabel="Keep active"
      loading={loading}
      onConfirm={onConfirm}
    />
  );
}
