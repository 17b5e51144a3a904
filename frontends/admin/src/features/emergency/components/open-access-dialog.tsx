import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { PasswordInput } from '@attune/shared-ui/components/password-input';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, FormNotes } from '@attune/shared-ui/forms';
import { useId } from 'react';
import type { Grant } from '../../../wire';
import { emergencyMessages as messages } from '../messages';
import { useOpenForm } from '../use-open-form';
import styles from './emergency.module.css';

interface OpenAccessDialogProps {
  onClose: () => void;
  onOpened: (grant: Grant) => void;
}

/** Says what emergency access does, and asks whose record, why, and anew who asks. */
export function OpenAccessDialog({ onClose, onOpened }: OpenAccessDialogProps) {
  const form = useOpenForm(onOpened);
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.busy && onClose()}
      title={messages.dialogTitle}
      footer={
        <>
          <Button disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="danger" loading={form.busy}>
            {messages.open}
          </Button>
        </>
      }
    >
      <ul className={styles.consequences}>
        {messages.consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <form {...form.props} id={id} className={styles.stack}>
        <FormNotes form={form} />
        <FormField form={form} name="client" label={messages.client} hint={messages.clientHint}>
          {(control) => <TextInput {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={254} />}
        </FormField>
        <FormField form={form} name="reason" label={messages.reason} hint={messages.reasonHint}>
          {(control) => <TextArea {...control} dir="auto" autoGrow maxLength={1000} />}
        </FormField>
        <FormField form={form} name="password" label={messages.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <FormField form={form} name="code" label={messages.code} hint={messages.codeHint}>
          {(control) => <TextInput {...control} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} />}
        </FormField>
      </form>
    </Dialog>
  );
}
