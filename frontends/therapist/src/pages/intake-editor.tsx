import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { ApiError, Link, useQuery } from '@attune/shared-ui/runtime';
import { memo } from 'react';
import { FormEditor } from '../features/intake-forms/components/form-editor';
import { editedFormQuery, templatesQuery } from '../features/intake-forms/intake-forms.api';
import { intakeMessages as messages } from '../features/intake-forms/messages';
import { servicesQuery } from '../features/services/services.api';

interface IntakeEditorProps {
  /** The form to change; without it a new one is made. */
  id: string | undefined;
  /** The template that a new form begins with. */
  templateKey: string | undefined;
  onDirtyChange: (dirty: boolean) => void;
  onClose: () => void;
}

/** Reads what the editor needs. The page around it, drawn anew with what it reports, does not draw a hundred questions anew. */
export const IntakeEditor = memo(function IntakeEditor({ id, templateKey, onDirtyChange, onClose }: IntakeEditorProps) {
  const edited = useQuery({ ...editedFormQuery(id ?? ''), enabled: id !== undefined });
  const templates = useQuery({ ...templatesQuery(), enabled: templateKey !== undefined });
  const services = useQuery(servicesQuery());
  const needed = [services, ...(id === undefined ? [] : [edited]), ...(templateKey === undefined ? [] : [templates])];
  const failed = needed.find(({ isLoadingError }) => isLoadingError);
  const isGone = failed === edited && edited.error instanceof ApiError && edited.error.status === 404;
  useFailureToast(failed !== undefined && !isGone, messages.loadFailed);

  if (isGone) {
    return (
      <ErrorPanel title={messages.gone} text={messages.goneText}>
        <Link to="/intake-forms">Back to intake forms</Link>
      </ErrorPanel>
    );
  }
  if (failed) {
    const retry = () => needed.forEach((query) => void (query.isLoadingError && query.refetch()));
    return <ErrorPanel title={messages.loadFailed} text={messages.loadFailedHint} onRetry={retry} retrying={failed.isFetching} />;
  }
  if (services.data === undefined || needed.some(({ data }) => data === undefined)) {
    return (
      <Card>
        <SkeletonGroup label="Loading the form">
          <Skeleton width="40%" />
          <Skeleton height={44} />
          <Skeleton height={88} />
        </SkeletonGroup>
      </Card>
    );
  }
  const template = templates.data?.find(({ key }) => key === templateKey);
  return <FormEditor edited={id === undefined ? undefined : edited.data} template={template} services={services.data} onDirtyChange={onDirtyChange} onClose={onClose} />;
});
