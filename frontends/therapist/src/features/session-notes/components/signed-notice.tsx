import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { editorMessages, notesMessages as messages } from '../messages';

/** The note was signed while it was written here: what is typed stays, and can be saved once the note is unlocked. */
export function SignedNotice({ busy, onUnlock }: { busy: boolean; onUnlock: () => void }) {
  const unlock = (
    <Button size="sm" icon="key" disabled={busy} onClick={onUnlock}>
      {messages.unlock}
    </Button>
  );
  return (
    <Banner tone="attention" role="alert" title={editorMessages.signedTitle} action={unlock}>
      {editorMessages.signedText}
    </Banner>
  );
}
