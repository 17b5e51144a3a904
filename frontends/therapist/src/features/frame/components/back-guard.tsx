import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { useBackGuard } from '../use-back-guard';
import type { LeaveGuard } from './guarded-link';

/** What the browser's Back and Forward ask before unsaved changes are left behind. */
export function BackGuard({ unsaved, title, body, onLeave }: LeaveGuard) {
  const guard = useBackGuard(unsaved);
  const leave = () => {
    onLeave?.();
    guard.leave();
  };
  return <ConfirmDialog open={guard.asking} onOpenChange={(open) => !open && guard.stay()} title={title} body={body} confirmLabel="Leave without saving" cancelLabel="Stay" onConfirm={leave} />;
}
