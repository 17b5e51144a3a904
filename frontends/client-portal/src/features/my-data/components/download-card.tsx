import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { saveFile } from '@attune/shared-ui/files/save-file';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { useState } from 'react';
import { ProofPanel } from '../../../proof/proof-panel';
import type { Account } from '../../../wire';
import { useProofGate } from '../../../proof/use-proof-gate';
import { myDataMessages as messages } from '../messages';
import { downloadRecord, type RecordForm } from '../my-data.api';
import styles from './my-data.module.css';

const START_ID = 'download-record';

/** Downloads of the whole record, behind a fresh proof. */
export function DownloadCard({ account: { email, proof_address } }: { account: Account }) {
  const gate = useProofGate(START_ID);
  const [loading, setLoading] = useState<RecordForm | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const fetchRecord = (form: RecordForm) => async () => {
    setLoading(form);
    setFailure(null);
    try {
      saveFile(await downloadRecord(form));
      toast.success(messages.downloaded);
    } catch (error) {
      if (proofRequired(error)) throw error;
      setFailure(error instanceof ApiError ? error.detail : messages.downloadFailed);
    } finally {
      setLoading(null);
    }
  };
  const press = (form: RecordForm) => () => {
    if (loading === null) void gate.run(fetchRecord(form));
  };

  if (gate.asking) {
    return <ProofPanel level={3} email={email} before={proof_address} title={messages.proofTitle} text={messages.proofText} onProved={gate.proved} onLeave={gate.leave} />;
  }
  return (
    <Card>
      {failure !== null && (
        <div className={styles.failure}>
          <Banner tone="danger" role="alert" title={messages.downloadFailed}>
            {failure}
          </Banner>
        </div>
      )}
      <div className={styles.actions}>
        <Button id={START_ID} icon="download" loading={loading === 'html'} onClick={press('html')}>
          {messages.page}
        </Button>
        <Button icon="download" loading={loading === 'json'} onClick={press('json')}>
          {messages.json}
        </Button>
      </div>
    </Card>
  );
}
