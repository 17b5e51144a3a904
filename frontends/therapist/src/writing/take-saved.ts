import type { ServerForm } from '@attune/shared-ui/forms';
import { toast } from '@attune/shared-ui/runtime';
import { writingMessages as messages } from './messages';

const BACK_FOR_MS = 20_000;

/** The saved one takes the place of what is typed, which can be brought back for a while, over the version that is saved now. */
export function takeSaved<Values extends { version: number }>(form: ServerForm<Values>, version: number, onBack?: () => void): void {
  const mine = form.values();
  form.discard();
  const bringBack = () => {
    for (const [name, value] of Object.entries({ ...mine, version })) form.set(name as never, value as never);
    onBack?.();
  };
  toast.info(messages.taken, { action: { label: messages.bringBack, onClick: bringBack }, duration: BACK_FOR_MS });
}
