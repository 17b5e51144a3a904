import { Badge } from '@attune/shared-ui/components/badge';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { Link } from '@attune/shared-ui/runtime';
import type { FormSummary } from '../intake-forms.api';
import { INSTRUMENT_NAMES } from '../messages';
import styles from './forms-panel.module.css';

interface FormRowProps {
  form: FormSummary;
  onPreview: (id: string) => void;
  onEdit: (id: string) => void;
  onArchive: (id: string, archived: boolean) => void;
}

/** One form of the list. */
export function FormRow({ form, onPreview, onEdit, onArchive }: FormRowProps) {
  const { id, title, description, question_count: count, instrument, archived } = form;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.names}>
          <UserText as="h2" className={styles.name}>
            {title}
          </UserText>
          {instrument && <Badge tone="accent">{`Scored: ${INSTRUMENT_NAMES[instrument]}`}</Badge>}
        </div>
        {description !== '' && (
          <UserText as="p" className={styles.soft} clamp={2}>
            {description}
          </UserText>
        )}
        <p className={styles.facts}>
          {count === 1 ? '1 question' : `${count} questions`} · Created {formatDate(instantInZone(form.created_at, localZone()).date)}
        </p>
      </div>
      <div className={styles.buttons}>
        <Link to={`/intake-forms/sent?form_id=${id}`} aria-label={`Answers to ${title}`} className={buttonClass({ size: 'sm' })}>
          Answers
        </Link>
        <Button size="sm" icon="eye" aria-label={`Preview ${title}`} onClick={() => onPreview(id)}>
          Preview
        </Button>
        {!archived && (
          <Button size="sm" icon="edit" aria-label={`Edit ${title}`} onClick={() => onEdit(id)}>
            Edit
          </Button>
        )}
        <Button size="sm" variant="quiet" aria-label={`${archived ? 'Restore' : 'Archive'} ${title}`} onClick={() => onArchive(id, !archived)}>
          {archived ? 'Restore' : 'Archive'}
        </Button>
      </div>
    </li>
  );
}
