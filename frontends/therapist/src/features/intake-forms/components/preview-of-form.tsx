import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { formQuery } from '../intake-forms.api';
import { intakeMessages as messages } from '../messages';
import { PreviewDialog } from './preview-dialog';

/** Reads a saved form and shows it as clients see it. */
export function PreviewOfForm({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useQuery(formQuery(id));
  if (form.data !== undefined) return <PreviewDialog form={form.data} onClose={onClose} />;
  return (
    <Dialog open size="lg" title="Preview" onOpenChange={(open) => !open && onClose()}>
      {form.isLoadingError ? (
        <ErrorPanel level={3} title={messages.loadFailed} text={messages.loadFailedHint} onRetry={() => void form.refetch()} retrying={form.isFetching} />
      ) : (
        <SkeletonGroup label="Loading the form">
          <Skeleton width="60%" />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
