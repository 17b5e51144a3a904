import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';

interface QuestionProps {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  done: string;
  failed: string;
  run: () => Promise<unknown>;
  /** @returns whether a failure is told already */
  tells?: (error: unknown) => boolean;
  onClose: () => void;
}

/** Asks before something is ended that others rely on; then says whether it was. */
export function Question({ text, done, failed, run, tells, onClose, ...words }: QuestionProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
      toast.success(done);
    } catch (error) {
      if (!tells?.(error)) toast.error(refusalText(error, failed));
    }
    onClose();
  };
  return <ConfirmDialog {...words} open onOpenChange={(open) => !open && onClose()} body={text} tone="danger" loading={busy} onConfirm={() => void confirm()} />;
}
