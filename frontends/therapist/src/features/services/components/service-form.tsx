import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { useEffect, useRef } from 'react';
import type { ServiceBody } from '../services.api';
import { NEW_SERVICE, type ServiceDraft } from '../service-draft';
import { useServiceForm } from '../use-service-form';
import { PriceFields, SessionFields, WordFields } from './service-fields';
import styles from './service-form.module.css';

interface ServiceFormProps {
  /** Accessible name of the form. */
  label: string;
  initial?: ServiceDraft;
  submitLabel: string;
  failedText: string;
  /** Rejects with the API's error; the form then stays as it is. */
  save: (body: ServiceBody) => Promise<unknown>;
  onSaved: () => void;
  onCancel: () => void;
  onDirtyChange?: (dirty: boolean) => void;
}

/** The service form, used inside a dialog and inline. */
export function ServiceForm(props: ServiceFormProps) {
  const { label, initial = NEW_SERVICE, submitLabel, failedText, save, onSaved, onCancel, onDirtyChange } = props;
  const root = useRef<HTMLFormElement>(null);
  const { draft, errors, failure, saving, change, submit, dirty } = useServiceForm({
    initial,
    failedText,
    save,
    onSaved,
    focusField: (field) => root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus(),
  });
  useEffect(() => onDirtyChange?.(dirty), [dirty, onDirtyChange]);
  const fields = { draft, errors, onChange: change };

  return (
    <form
      ref={root}
      noValidate
      aria-label={label}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <WordFields {...fields} />
      <SessionFields {...fields} />
      <PriceFields {...fields} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={saving}>
          {saving ? 'Saving...' : submitLabel}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={saving}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
