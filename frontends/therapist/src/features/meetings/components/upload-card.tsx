import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { FileDrop } from '@attune/shared-ui/components/file-drop';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { useSession } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import { fileUpload } from '../recorder/file-upload';
import { recordingMessages as messages } from '../recording-messages';
import panel from './meeting-panel.module.css';
import { useFileUpload } from './use-recordings';

/** The file that this window sends, or has to be given again. */
export function UploadCard() {
  const heading = useId();
  const { phase, sent, name, line, noRoom } = useFileUpload();
  if (phase === 'idle') return null;
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className={panel.stack}>
        <h3 id={heading} className={panel.part}>
          {phase === 'sending' ? messages.uploadTitle : messages.again}
        </h3>
        <ProgressBar label={name} value={sent * 100} />
        {phase === 'sending' ? <p className={panel.text}>{messages.uploadLeave}</p> : <AgainDrop name={name} />}
        {line !== 'open' && (
          <Banner
            tone="attention"
            role="status"
            action={
              <Button size="sm" onClick={fileUpload.tryNow}>
                {messages.tryNow}
              </Button>
            }
          >
            {line === 'full' ? messages.uploadFull(noRoom) : messages[line === 'lost' ? 'uploadLost' : 'uploadSignedOut']}
          </Banner>
        )}
      </div>
    </Card>
  );
}

function AgainDrop({ name }: { name: string }) {
  const account = useSession().user?.id ?? '';
  const [error, setError] = useState<string>();
  const take = async ([file]: File[]) => {
    if (file) setError((await fileUpload.goOn(account, file)) ? undefined : messages.otherFile);
  };
  return <FileDrop label={messages.again} hint={messages.againHint(name)} onFiles={(files) => void take(files)} {...(error !== undefined && { error })} />;
}
