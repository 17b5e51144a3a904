import { toast } from '@attune/shared-ui/runtime';
import { useArchiveForm } from './intake-forms.api';
import { intakeMessages as messages } from './messages';

/** Archives a form, which can be undone, or brings an archived one back. */
export function useArchiving(): (id: string, archived: boolean) => void {
  const { mutateAsync } = useArchiveForm();
  const change = async (id: string, archived: boolean): Promise<boolean> => {
    try {
      await mutateAsync({ id, archived });
      return true;
    } catch {
      toast.error(archived ? messages.archiveFailed : messages.restoreFailed);
      return false;
    }
  };
  const run = async (id: string, archived: boolean) => {
    if (!(await change(id, archived))) return;
    if (!archived) toast.success(messages.restored);
    else toast.success(messages.archived, { action: { label: 'Undo', onClick: () => void change(id, false) }, duration: 8_000 });
    // The row that was pressed is gone.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (id, archived) => void run(id, archived);
}
