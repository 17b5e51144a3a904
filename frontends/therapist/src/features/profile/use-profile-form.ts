import { SILENT, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useMemo, useState } from 'react';
import { takeSaved } from '../../writing/take-saved';
import { profileMessages as messages } from './messages';
import { type Profile, profileKey, useSaveProfile } from './profile.api';
import { bodyOf, problemsOf, type ProfileValues, valuesOf } from './profile-rules';

/** The form of the profile: what is typed outlives a reload, and is never mixed with what another tab saved. */
export function useProfileForm(profile: Profile | null) {
  const queryClient = useQueryClient();
  const save = useSaveProfile(profile !== null);
  const [isRefused, setRefused] = useState(false);
  const stored = useMemo(() => valuesOf(profile), [profile]);
  const readAnew = () => void queryClient.invalidateQueries({ queryKey: profileKey });

  const form = useServerForm<ProfileValues>({
    stored,
    keep: { form: 'profile', whole: true },
    check: problemsOf,
    send: async (values) => {
      const saved = await save.mutateAsync({ ...bodyOf(values), version: values.version });
      setRefused(false);
      toast.success(profile === null ? messages.created : messages.updated);
      return valuesOf(saved);
    },
    onInvalid: ({ display_name: name }) => {
      if (name !== undefined) toast.error(name);
    },
    onRefused: (error, told) => {
      toast.error(messages.saveFailed);
      // A link that somebody else has is a conflict, too, and is said at its field.
      const isConflict = error instanceof ApiError && error.status === 409 && profile !== null && Object.keys(told.fields).length === 0;
      if (!isConflict) return told;
      setRefused(true);
      readAnew();
      return SILENT;
    },
    refresh: readAnew,
  });

  return {
    form,
    stored,
    conflict: profile !== null && (isRefused || form.changedElsewhere),
    /** The therapist pressed Save and learns of it. */
    isRefused,
    /** What is here takes the place of what was saved meanwhile. */
    saveMine: () => {
      form.set('version', profile?.version ?? 0);
      return form.submit();
    },
    takeSaved: () => {
      takeSaved(form, profile?.version ?? 0);
      setRefused(false);
    },
  };
}
