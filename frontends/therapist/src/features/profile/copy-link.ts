import { toast } from '@attune/shared-ui/runtime';
import { profileMessages } from './messages';

/** Copies a link and says so; where the clipboard is closed to pages, says that instead. */
export async function copyLink(link: string, doneText: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success(doneText);
  } catch {
    toast.error(profileMessages.copyFailed);
  }
}
