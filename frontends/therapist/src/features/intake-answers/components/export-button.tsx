import { Button } from '@attune/shared-ui/components/button';
import { saveFile } from '@attune/shared-ui/files/save-file';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { downloadAnswers } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';

/** Saves all answers to a form as a file for a spreadsheet. */
export function ExportButton({ formId }: { formId: string }) {
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      saveFile(await downloadAnswers(formId));
      toast.success(messages.exported);
    } catch (error) {
      toast.error(refusalText(error, messages.exportFailed));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button icon="download" loading={loading} onClick={() => void save()}>
      {messages.exportCsv}
    </Button>
  );
}
