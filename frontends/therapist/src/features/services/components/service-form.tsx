import { Button } from '@attune/shared-ui/components/button';
import { FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo, useRef } from 'react';
import { LeaveDialog } from '../../../writing/leave-dialog';
import { writingMessages } from '../../../writing/messages';
import { type Leave, useAskedLeave } from '../../../writing/use-asked-leave';
import type { Service, ServiceBody } from '../services.api';
import { servicesKey } from '../services.api';
import { bodyOf, NEW_SERVICE, problemsOf, type ServiceValues, valuesOf } from '../service-rules';
import { PlaceFields, PriceFields, SessionFields, VisibilityField, WordFields } from './service-fields';
import styles from './service-form.module.css';

interface ServiceFormProps {
  /** Accessible name of the form. */
  label: string;
  /** The service to change; without it a new one is made. */
  service?: Service;
  submitLabel: string;
  failedText: string;
  /** Rejects with the API's error; the form then stays as it is. */
  save: (body: ServiceBody) => Promise<unknown>;
  onSaved: () => void;
  onCancel: () => void;
  onDirtyChange?: (dirty: boolean) => void;
  /** Of the window that the form stands in. */
  leave?: Leave;
}

/** The service form, used inside a dialog and inline. */
export function ServiceForm(props: ServiceFormProps) {
  const { label, service, submitLabel, failedText, save, onSaved, onCancel, onDirtyChange, leave } = props;
  const queryClient = useQueryClient();
  const form = useServerForm<ServiceValues>({
    stored: useMemo(() => (service === undefined ? NEW_SERVICE : valuesOf(service)), [service]),
    keep: { form: 'service', record: service?.id },
    check: problemsOf,
    send: async (values) => {
      await save(bodyOf(values));
      onSaved();
    },
    onInvalid: ({ name }) => {
      if (name !== undefined) toast.error(name);
    },
    onRefused: () => void toast.error(failedText),
    refresh: () => void queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
  const { dirty, busy } = form;
  useEffect(() => onDirtyChange?.(dirty), [dirty, onDirtyChange]);

  const own: Leave = useRef(undefined);
  const { leaving, ask, stay } = useAskedLeave({ leave: leave ?? own, busy, dirty, onLeave: onCancel });
  const discard = () => {
    form.discard();
    onCancel();
  };

  return (
    <>
      <form {...form.props} aria-label={label} className={styles.form}>
        <FormNotes form={form} />
        <WordFields form={form} />
        <SessionFields form={form} />
        <PlaceFields form={form} />
        <PriceFields form={form} />
        <VisibilityField form={form} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? 'Saving...' : submitLabel}
          </Button>
          <Button variant="quiet" onClick={ask} disabled={busy}>
            Cancel
          </Button>
        </div>
      </form>
      {/* Not inside of the form: what is pressed there would send it. */}
      {leaving && <LeaveDialog text={writingMessages.leaveText} keepLabel={writingMessages.keepTyped} preferStaying onStay={stay} onKeep={onCancel} onDiscard={discard} />}
    </>
  );
}
