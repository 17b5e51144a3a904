import { NotOpenYet } from '@attune/shared-ui/components/not-open-yet';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { Link, usePageTitle } from '@attune/shared-ui/runtime';
import { PlainFrame } from '../features/frame/components/plain-frame';
import { notOpenMessages } from '../features/not-open/messages';

/** The intake form builder's place, until it opens. */
export default function IntakeFormsPage() {
  usePageTitle(notOpenMessages.intake.title);
  return (
    <PlainFrame>
      <PageHeader
        title={notOpenMessages.intake.title}
        subtitle={notOpenMessages.intake.subtitle}
        back={<Link to="/dashboard?tab=intake">← Back to dashboard</Link>}
      />
      <NotOpenYet title="Not open yet" text={notOpenMessages.intake.text} />
    </PlainFrame>
  );
}
