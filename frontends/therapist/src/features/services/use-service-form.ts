import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { ServiceBody } from './services.api';
import {
  bodyOf,
  FIELD_ORDER,
  type ServiceDraft,
  type ServiceErrors,
  serverErrors,
  serviceErrors,
} from './service-draft';

interface ServiceFormOptions {
  initial: ServiceDraft;
  failedText: string;
  save: (body: ServiceBody) => Promise<unknown>;
  onSaved: () => void;
  focusField: (field: keyof ServiceDraft) => void;
}

/** State of one service form; a failed save keeps all that was typed. */
export function useServiceForm({ initial, failedText, save, onSaved, focusField }: ServiceFormOptions) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<ServiceErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  const change = (part: Partial<ServiceDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors((current) => {
      const rest = { ...current };
      for (const field of Object.keys(part) as (keyof ServiceDraft)[]) delete rest[field];
      return rest;
    });
  };

  const showErrors = (found: ServiceErrors) => {
    setErrors(found);
    const first = FIELD_ORDER.find((field) => found[field] !== undefined);
    if (first !== undefined) focusField(first);
  };

  const fail = (error: unknown) => {
    toast.error(failedText);
    if (!(error instanceof ApiError)) return;
    const found = serverErrors(error.errors);
    showErrors(found);
    if (Object.keys(found).length === 0) setFailure(error.detail);
  };

  const submit = async () => {
    if (saving) return;
    setFailure(null);
    const found = serviceErrors(draft);
    showErrors(found);
    if (found.name !== undefined) toast.error(found.name);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      await save(bodyOf(draft));
      onSaved();
    } catch (error) {
      fail(error);
    } finally {
      setSaving(false);
    }
  };

  return { draft, errors, failure, saving, change, submit, dirty: JSON.stringify(draft) !== JSON.stringify(initial) };
}
