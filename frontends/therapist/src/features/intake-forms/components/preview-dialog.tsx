import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { type Answers, IntakeFormView, type Question } from '@attune/shared-ui/intake';
import { toast } from '@attune/shared-ui/runtime';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useState } from 'react';
import { intakeMessages as messages } from '../messages';

/** What is shown of a form, saved or not. */
export interface PreviewedForm {
  title: string;
  description?: string | null;
  questions: readonly Question[];
}

interface PreviewDialogProps {
  form: PreviewedForm;
  onClose: () => void;
}

/** A form as clients fill it in, with pages, conditions and checks. What is entered lasts as long as the window. */
export function PreviewDialog({ form, onClose }: PreviewDialogProps) {
  const { title, description, questions } = form;
  const [answers, setAnswers] = useState<Answers>({});
  const finish = () => {
    toast.info(messages.previewDone);
    onClose();
  };
  return (
    <Dialog open size="lg" title={<UserText>{title === '' ? 'Preview' : title}</UserText>} description={messages.previewNote} onOpenChange={(open) => !open && onClose()}>
      {questions.length === 0 ? (
        <>
          <p>There are no questions yet.</p>
          <Button onClick={onClose}>Close preview</Button>
        </>
      ) : (
        <IntakeFormView
          label="Preview"
          level={3}
          description={description ?? ''}
          questions={questions}
          answers={answers}
          onAnswer={(id, answer) => setAnswers((before) => ({ ...before, [id]: answer }))}
          finishLabel="Finish preview"
          onFinish={finish}
        />
      )}
    </Dialog>
  );
}
