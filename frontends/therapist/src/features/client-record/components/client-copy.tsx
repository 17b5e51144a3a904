import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { saveFile } from '@attune/shared-ui/files/save-file';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { readCopy } from '../client-record.api';
import { clientMessages as messages } from '../messages';
import styles from './record-form.module.css';

/** Everything that is kept about a client, as a file. */
export function ClientCopy({ clientId }: { clientId: string }) {
  const [making, setMaking] = useState<'html' | 'json'>();
  const make = async (form: 'html' | 'json') => {
    setMaking(form);
    try {
      saveFile(await readCopy(clientId, form));
    } catch (error) {
      toast.error(refusalText(error, messages.takeFailed));
    }
    setMaking(undefined);
  };
  return (
    <Card as="section" aria-labelledby="client-copy">
      <div className={styles.form}>
        <h2 id="client-copy" className={styles.title}>
          {messages.take}
        </h2>
        <p className={styles.hint}>{messages.takeHint}</p>
        <div className={styles.buttons}>
          <Button loading={making === 'html'} disabled={making === 'json'} onClick={() => void make('html')}>
            {messages.takePage}
          </Button>
          <Button loading={making === 'json'} disabled={making === 'html'} onClick={() => void make('json')}>
            {messages.takeData}
          </Button>
        </div>
      </div>
    </Card>
  );
}
