import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { manageMessages as messages } from '../messages';

interface CancelQuestionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  when: string;
  therapistName: string;
  onConfirm: () => void;
  cancelling: boolean;
}

/** Names what is cancelled before it is. */
export default function CancelQuestion({ open, onOpenChange, when, therapistName, onConfirm, cancelling }: CancelQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={messages.cancelTitle}
      body={messages.cancelBody(when, therapistName)}
      confirmLabel={messages.cancel}
      cancelLabel={messages.keep}
      tone="danger"
      onConfirm={onConfirm}
      loading={cancelling}
    />
  );
}
