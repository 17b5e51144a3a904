import { ApiError, toast, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { accountKey } from '../../account-query';
import { focusField } from '../../focus-field';
import type { Account } from '../../wire';
import { saveDetails } from './account-details.api';
import { detailsMessages as messages } from './messages';

export const DETAILS_IDS = { name: 'details-name', phone: 'details-phone', date_of_birth: 'details-birth-date' } as const;

type Field = keyof typeof DETAILS_IDS;
type Draft = Record<Field, string>;

const FIELDS = ['name', 'phone', 'date_of_birth'] as const;

/** The client's own details while they are being changed. */
export function useDetails(account: Account) {
  const queries = useQueryClient();
  const session = useSession();
  const [draft, setDraft] = useState<Draft>({ name: account.name, phone: account.phone ?? '', date_of_birth: account.date_of_birth ?? '' });
  const [errors, setErrors] = useState<Partial<Draft>>({});
  const [saving, setSaving] = useState(false);

  const refuse = (found: Partial<Draft>, said: string) => {
    setErrors(found);
    toast.error(said);
    const first = FIELDS.find((field) => found[field] !== undefined);
    if (first !== undefined) focusField(DETAILS_IDS[first]);
  };

  const fail = (problem: unknown) => {
    if (!(problem instanceof ApiError)) return refuse({}, messages.saveFailed);
    const found: Partial<Draft> = {};
    for (const field of FIELDS) found[field] = problem.errors?.find((one) => one.field === field)?.message;
    return refuse(found, problem.detail);
  };

  const save = async () => {
    if (saving) return;
    if (draft.name.trim() === '') return refuse({ name: messages.required }, messages.required);
    setErrors({});
    setSaving(true);
    try {
      const saved = await saveDetails({
        name: draft.name.trim(),
        phone: draft.phone.trim() || null,
        date_of_birth: draft.date_of_birth || null,
      });
      queries.setQueryData(accountKey, saved);
      toast.success(messages.saved);
      await session.refresh().catch(() => undefined);
    } catch (problem) {
      fail(problem);
    } finally {
      setSaving(false);
    }
  };

  const type = (field: Field, text: string) => {
    setDraft((current) => ({ ...current, [field]: text }));
    setErrors((current) => ({ ...current, [field]: undefined }));
  };

  return { draft, errors, saving, save, type };
}
