import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { templatesQuery } from '../intake-forms.api';
import { intakeMessages as messages } from '../messages';
import styles from './forms-panel.module.css';

interface TemplateDialogProps {
  onChoose: (key: string) => void;
  onClose: () => void;
}

/** The ready forms with their sources. */
export function TemplateDialog({ onChoose, onClose }: TemplateDialogProps) {
  const templates = useQuery(templatesQuery());
  return (
    <Dialog open title="Begin with a template" description="It opens as a new form of yours, which you can change before you save it." onOpenChange={(open) => !open && onClose()}>
      {templates.isPending && (
        <SkeletonGroup label="Loading templates">
          <Skeleton width="40%" />
          <Skeleton />
        </SkeletonGroup>
      )}
      {templates.isLoadingError && <ErrorPanel level={3} title={messages.loadFailed} text={messages.loadFailedHint} onRetry={() => void templates.refetch()} retrying={templates.isFetching} />}
      {templates.data !== undefined && (
        <ul className={styles.templates}>
          {templates.data.map(({ key, title, source, questions }) => (
            <li key={key} className={styles.template}>
              <h3>{title}</h3>
              <p className={styles.facts}>{questions.length} questions</p>
              <p className={styles.soft}>{source}</p>
              <Button size="sm" aria-label={`Use this template: ${title}`} onClick={() => onChoose(key)}>
                Use this template
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
