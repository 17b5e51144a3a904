import { PageHeader } from '@attune/shared-ui/components/page-header';
import { useForgetDrafts } from '@attune/shared-ui/forms';
import { Link, usePageTitle } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useCallback, useEffect, useRef } from 'react';
import { GuardedLink, type LeaveGuard } from '../features/frame/components/guarded-link';
import { FramedPage } from './framed-page';
import { useUnsavedChanges } from '../features/frame/use-unsaved-changes';
import { FormsPanel } from '../features/intake-forms/components/forms-panel';
import { intakeMessages as messages } from '../features/intake-forms/messages';
import { IntakeEditor } from './intake-editor';

const FORMS = ['intake-form'];

/** The intake forms: their list, or the editor of one (`?form=`), so that a reload comes back to it. */
export default function IntakeFormsPage() {
  const [params, setParams] = useSearchParams();
  const edited = params.get('form');
  const { unsaved, report } = useUnsavedChanges<'form'>();
  const reportForm = useCallback((dirty: boolean) => report('form', dirty), [report]);
  const forgetDrafts = useForgetDrafts(FORMS);
  const isNew = edited === 'new';
  usePageTitle(edited === null ? messages.title : isNew ? 'New form' : 'Edit form');
  useFocusOnTurn(edited);

  const open = (form: string, from?: string) => setParams({ form, ...(from !== undefined && { from }) });
  const close = useCallback(() => setParams({}, { replace: true }), [setParams]);

  const guard: LeaveGuard = { unsaved, title: messages.unsavedTitle, body: messages.unsavedBody, onLeave: forgetDrafts };
  if (edited === null) {
    return (
      <FramedPage>
        <PageHeader title={messages.title} subtitle={messages.subtitle} back={<Link to="/dashboard?tab=intake">← Back to dashboard</Link>} />
        <FormsPanel onNew={() => open('new')} onTemplate={(key) => open('new', key)} onEdit={(id) => open(id)} />
      </FramedPage>
    );
  }
  return (
    <FramedPage guard={guard}>
      <PageHeader
        title={isNew ? 'New form' : 'Edit form'}
        back={
          <GuardedLink to="/intake-forms" {...guard}>
            ← Back to intake forms
          </GuardedLink>
        }
      />
      <IntakeEditor key={params.toString()} id={isNew ? undefined : edited} templateKey={params.get('from') ?? undefined} onDirtyChange={reportForm} onClose={close} />
    </FramedPage>
  );
}

/** List and editor take each other's place on one page: the keyboard goes on at the top of the new one. */
function useFocusOnTurn(shown: string | null): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [shown]);
}
