import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { Profile } from './profile.api';
import { useSaveProfile } from './profile.api';
import { profileMessages } from './messages';
import {
  bodyOf,
  draftOf,
  firstErrorField,
  isDirty,
  type ProfileDraft,
  type ProfileErrors,
  profileErrors,
  serverErrors,
} from './profile-draft';

/** The profile form's state: what is typed, what is stored, what is wrong; nothing typed is lost when saving fails. */
export function useProfileForm(profile: Profile | null, focusField: (field: keyof ProfileDraft) => void) {
  const [saved, setSaved] = useState(() => draftOf(profile));
  const [draft, setDraft] = useState(saved);
  const [errors, setErrors] = useState<ProfileErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveProfile(profile !== null);

  const change = (part: Partial<ProfileDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors((current) => {
      const rest = { ...current };
      for (const field of Object.keys(part) as (keyof ProfileDraft)[]) delete rest[field];
      return rest;
    });
  };

  const showErrors = (found: ProfileErrors) => {
    setErrors(found);
    const first = firstErrorField(found);
    if (first !== undefined) focusField(first);
  };

  const succeed = (stored: Profile, sent: ProfileDraft) => {
    const next = draftOf(stored);
    setSaved(next);
    setDraft((current) => (current === sent ? next : current));
    toast.success(profile === null ? profileMessages.created : profileMessages.updated);
  };

  const fail = (error: unknown) => {
    toast.error(profileMessages.saveFailed);
    if (!(error instanceof ApiError)) return;
    const found = serverErrors(error.errors);
    showErrors(found);
    if (Object.keys(found).length === 0) setFailure(error.detail);
  };

  const submit = async () => {
    if (save.isPending) return;
    setFailure(null);
    const found = profileErrors(draft);
    showErrors(found);
    if (found.display_name !== undefined) toast.error(found.display_name);
    if (Object.keys(found).length > 0) return;
    try {
      succeed(await save.mutateAsync(bodyOf(draft)), draft);
    } catch (error) {
      fail(error);
    }
  };

  return { draft, saved, errors, failure, change, submit, saving: save.isPending, dirty: isDirty(draft, saved) };
}

export type ProfileForm = ReturnType<typeof useProfileForm>;
