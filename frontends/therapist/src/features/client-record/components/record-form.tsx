import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { toast } from '@attune/shared-ui/runtime';
import { useMemo, useRef } from 'react';
import { type ClientRecord, useSaveRecord } from '../client-record.api';
import { clientMessages as messages } from '../messages';
import styles from './record-form.module.css';

interface RecordValues {
  remark: string;
  discharged_on: string;
}

/** What the therapist keeps about a client. Whoever saves over what was changed elsewhere is told so, and keeps the text. */
export function RecordForm({ client }: { client: ClientRecord }) {
  const { id, remark, discharged_on, version } = client;
  const save = useSaveRecord(id);
  // The version that is shown: after a conflict it is the newer one, and the next save means it.
  const shown = useRef(version);
  shown.current = version;
  const form = useServerForm<RecordValues>({
    stored: useMemo(() => ({ remark, discharged_on: discharged_on ?? '' }), [remark, discharged_on]),
    keep: { form: 'client-record', record: id },
    check: () => ({}),
    send: async (values) => {
      await save.mutateAsync({ remark: values.remark, discharged_on: values.discharged_on === '' ? null : values.discharged_on, version: shown.current });
      toast.success(messages.saved);
    },
    onRefused: (_error, told) => {
      toast.error(messages.saveFailed);
      return told;
    },
  });
  return (
    <Card as="section" aria-labelledby="client-kept">
      <form {...form.props} aria-labelledby="client-kept" className={styles.form}>
        <h2 id="client-kept" className={styles.title}>
          {messages.keptTitle}
        </h2>
        <p className={styles.hint}>{messages.keptHint}</p>
        <FormNotes form={form} />
        <FormField form={form} name="remark" label={messages.remark} optional>
          {(control) => <TextArea {...control} dir="auto" autoGrow rows={4} maxLength={10_000} />}
        </FormField>
        <FormField form={form} name="discharged_on" label={messages.discharged} optional hint={messages.dischargedHint}>
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <div>
          <Button type="submit" variant="primary" loading={form.busy} disabled={!form.dirty}>
            {form.busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
