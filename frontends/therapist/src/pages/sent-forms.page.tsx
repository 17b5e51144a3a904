import { PageHeader } from '@attune/shared-ui/components/page-header';
import { Link, usePageTitle } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { FramedPage } from './framed-page';
import { ExportButton } from '../features/intake-answers/components/export-button';
import { SentFormsPanel } from '../features/intake-answers/components/sent-forms-panel';
import { answersMessages as messages } from '../features/intake-answers/messages';
import { filterFrom } from '../features/intake-answers/sent-forms-filter';

/** `/intake-forms/sent`: to whom forms were sent, of one form (`?form_id`) or all. */
export default function SentFormsPage() {
  usePageTitle(messages.listTitle);
  const [params] = useSearchParams();
  const { form_id } = filterFrom(params);
  return (
    <FramedPage>
      <PageHeader
        title={messages.listTitle}
        subtitle={messages.listSubtitle}
        back={<Link to="/intake-forms">{messages.backToForms}</Link>}
        actions={form_id !== undefined && <ExportButton formId={form_id} />}
      />
      <SentFormsPanel />
    </FramedPage>
  );
}
