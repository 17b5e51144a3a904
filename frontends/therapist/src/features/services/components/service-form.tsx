import { Banner } from '@attune/shared-ui/components/Banner';
import { Button } from '@attune/shared-ui/components/Button';
import { Field } from '@attune/shared-ui/components/Field';
import { Select } from '@attune/shared-ui/components/Select';
import { Switch } from '@attune/shared-ui/components/Switch';
import { TextArea } from '@attune/shared-ui/components/TextArea';
import { TextInput } from '@attune/shared-ui/components/TextInput';
import { useEffect, useRef } from 'react';
import { isSessionType } from '../../../session-type';
import type { ServiceBody } from '../api/service';
import { DURATION_MAX, DURATION_MIN, durationFrom, NEW_SERVICE, priceFrom, type ServiceDraft } from '../service-draft';
import { SESSION_TYPE_OPTIONS } from '../session-types';
import { useServiceForm } from '../use-service-form';
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
export function ServiceForm({
  label,
  initial = NEW_SERVICE,
  submitLabel,
  failedText,
  save,
  onSaved,
  onCancel,
  onDirtyChange,
}: ServiceFormProps) {
  const root = useRef<HTMLFormElement>(null);
  const form = useServiceForm({
    initial,
    failedText,
    save,
    onSaved,
    focusField: (field) => root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus(),
  });
  const { draft, errors, failure, saving, change, submit, dirty } = form;
  useEffect(() => onDirtyChange?.(dirty), [dirty, onDirtyChange]);

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
      <Field label="Service name" error={errors.name}>
        {(aria) => (
          <TextInput
            {...aria}
            data-field="name"
            dir="auto"
            required
            maxLength={120}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" optional error={errors.description}>
        {(aria) => (
          <TextArea
            {...aria}
            data-field="description"
            dir="auto"
            rows={3}
            autoGrow
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="Duration (minutes)" error={errors.duration}>
          {(aria) => (
            <TextInput
              {...aria}
              data-field="duration"
              type="number"
              inputMode="numeric"
              min={DURATION_MIN}
              max={DURATION_MAX}
              step={1}
              value={draft.duration}
              onChange={(event) => change({ duration: event.target.value })}
              onBlur={() => change({ duration: String(durationFrom(draft.duration)) })}
            />
          )}
        </Field>
        <Field label="Session type" error={errors.session_type}>
          {(aria) => (
            <Select
              {...aria}
              value={draft.session_type}
              options={SESSION_TYPE_OPTIONS}
              onChange={(value) => isSessionType(value) && change({ session_type: value })}
            />
          )}
        </Field>
      </div>
      <div className={styles.pair}>
        <Switch
          label="Free"
          description="Visitors see it as a free consultation."
          checked={draft.is_free}
          onChange={(is_free) => change(is_free ? { is_free, price: '0' } : { is_free })}
        />
        {!draft.is_free && (
          <Field label="Price (US dollars)" error={errors.price}>
            {(aria) => (
              <TextInput
                {...aria}
                data-field="price"
                type="number"
                inputMode="decimal"
                min={0}
                step={0.01}
                value={draft.price}
                onChange={(event) => change({ price: event.target.value })}
                onBlur={() => change({ price: String(priceFrom(draft.price)) })}
              />
            )}
          </Field>
        )}
      </div>
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
