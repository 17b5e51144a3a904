import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { dashboardKey } from '../../../keys';
import type { Therapist } from '../../../wire';
import { therapistsKey, type TherapistsPage } from './get-therapists';

/** Activates or deactivates a therapist; the answer replaces the row on every page that shows it. */
export function useSetActive() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => setActive(id, active),
    onSuccess: (changed) => {
      queryClient.setQueriesData<TherapistsPage>({ queryKey: therapistsKey }, (page) => page && withRow(page, changed));
      void queryClient.invalidateQueries({ queryKey: dashboardKey });
    },
  });
}

function setActive(id: string, active: boolean): Promise<Therapist> {
  const form = new FormData();
  form.append('is_active', String(active));
  return unwrap(
    api.PUT('/api/admin/therapist/{id}/status', {
      params: { path: { id } },
      body: { is_active: active },
      bodySerializer: () => form,
    }),
  );
}

function withRow(page: TherapistsPage, changed: Therapist): TherapistsPage {
  return { ...page, therapists: page.therapists.map((row) => (row.id === changed.id ? changed : row)) };
}
