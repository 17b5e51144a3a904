import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import type { Therapist } from '../../../wire';
import { therapistMessages } from '../messages';
import styles from './therapists-panel.module.css';

interface DeactivateDialogProps {
  therapist: Therapist;
  loading: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a therapist is shut out, and says what happens at once. */
export function DeactivateDialog({ therapist, loading, onClose, onConfirm }: DeactivateDialogProps) {
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
        </ul>
      }
      confirmLabel="Deactivate"
      cancelLabel="Keep active"
      loading={loading}
      onConfirm={onConfirm}
    />
  );
}
