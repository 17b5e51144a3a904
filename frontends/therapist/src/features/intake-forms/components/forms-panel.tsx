import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Field } from '@attune/shared-ui/components/field';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';
import { type FormSummary, formsQuery } from '../intake-forms.api';
import { intakeMessages as messages } from '../messages';
import { useArchiving } from '../use-archiving';
import { FormRow } from './form-row';
import styles from './forms-panel.module.css';
import { PreviewOfForm } from './preview-of-form';
import { TemplateDialog } from './template-dialog';

/** So many forms are looked through without a search. */
const SEARCHED_FROM = 8;
const ROWS = 50;

interface FormsPanelProps {
  onNew: () => void;
  onTemplate: (key: string) => void;
  onEdit: (id: string) => void;
}

/** The therapist's forms, the archived ones apart, with what can be done with each. */
export function FormsPanel({ onNew, onTemplate, onEdit }: FormsPanelProps) {
  const [archived, setArchived] = useState(false);
  const forms = useQuery(formsQuery(archived));
  const [choosing, setChoosing] = useState(false);
  const [previewed, setPreviewed] = useState<string>();
  const setFormArchived = useArchiving();
  useFailureToast(forms.isLoadingError, messages.loadFailed);

  const isEmpty = forms.data?.length === 0 && !archived;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Segmented
          label="Forms"
          value={archived ? 'archived' : 'open'}
          onChange={(value) => setArchived(value === 'archived')}
          options={[
            { value: 'open', label: 'In use' },
            { value: 'archived', label: 'Archived' },
          ]}
        />
        <div className={styles.actions}>
          <Button icon="file" onClick={() => setChoosing(true)}>
            Use a Template
          </Button>
          {!isEmpty && (
            <Button variant="primary" icon="plus" onClick={onNew}>
              New Form
            </Button>
          )}
        </div>
      </div>
      {forms.isPending && <Loading />}
      {forms.isLoadingError && <ErrorPanel title={messages.loadFailed} text={messages.loadFailedHint} onRetry={() => void forms.refetch()} retrying={forms.isFetching} />}
      {forms.data !== undefined && (
        <FoundForms key={String(archived)} forms={forms.data} none={archived ? <NoneArchived /> : <NoForms onNew={onNew} />}>
          {(form) => <FormRow key={form.id} form={form} onPreview={setPreviewed} onEdit={onEdit} onArchive={setFormArchived} />}
        </FoundForms>
      )}
      {choosing && (
        <TemplateDialog
          onClose={() => setChoosing(false)}
          onChoose={(key) => {
            setChoosing(false);
            onTemplate(key);
          }}
        />
      )}
      {previewed !== undefined && <PreviewOfForm id={previewed} onClose={() => setPreviewed(undefined)} />}
    </div>
  );
}

interface FoundFormsProps {
  forms: readonly FormSummary[];
  /** In place of an empty list. */
  none: ReactNode;
  children: (form: FormSummary) => ReactNode;
}

function FoundForms({ forms, none, children }: FoundFormsProps) {
  const [words, setWords] = useState('');
  const [rows, setRows] = useState(ROWS);
  const wanted = words.trim().toLowerCase();
  const found = forms.filter(({ title, description }) => `${title}\n${description}`.toLowerCase().includes(wanted));
  return (
    <>
      {forms.length >= SEARCHED_FROM && (
        <Field label="Search forms">{(aria) => <TextInput {...aria} type="search" value={words} onChange={(event) => setWords(event.target.value)} />}</Field>
      )}
      <Card padding="none">
        {forms.length === 0 && none}
        {forms.length > 0 && found.length === 0 && <EmptyState drawing="search" title={messages.nothingFoundTitle} text={messages.nothingFoundText} />}
        {found.length > 0 && <ul className={styles.list}>{found.slice(0, rows).map(children)}</ul>}
      </Card>
      {found.length > rows && (
        <div>
          <Button onClick={() => setRows(rows + ROWS)}>Show more</Button>
        </div>
      )}
    </>
  );
}

function NoForms({ onNew }: { onNew: () => void }) {
  const first = (
    <Button variant="primary" icon="plus" onClick={onNew}>
      Create First Form
    </Button>
  );
  return <EmptyState drawing="forms" title={messages.emptyTitle} text={messages.emptyText} action={first} />;
}

function NoneArchived() {
  return <EmptyState drawing="forms" title={messages.noneArchivedTitle} text={messages.noneArchivedText} />;
}

function Loading() {
  return (
    <Card>
      <SkeletonGroup label="Loading forms">
        <Skeleton width="40%" height={20} />
        <Skeleton />
        <Skeleton width="60%" />
      </SkeletonGroup>
    </Card>
  );
}
