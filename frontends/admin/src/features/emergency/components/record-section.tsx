import { Banner } from '@attune/shared-ui/components/banner';
import { Card, CardBody } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { rowRange, useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { useQuery } from '@attune/shared-ui/runtime';
import type { RecordAnswer, RecordBooking, RecordCarePlan, RecordedAnswers, RecordProfile, RecordSection, RecordSessionNote } from '../../../wire';
import { RECORD_ROWS_ON_A_PAGE, recordQuery } from '../emergency.api';
import { emergencyMessages as messages } from '../messages';
import { RECORD_SECTIONS } from '../record-sections';
import { BookingRow, CarePlanRow, IntakeFormRow, ProfileRow, SessionNoteRow } from './record-rows';
import styles from './record.module.css';

interface RecordSectionViewProps {
  grantId: string;
  section: RecordSection;
}

/** One part of the record, for reading. */
export function RecordSectionView({ grantId, section }: RecordSectionViewProps) {
  const pages = useCursorPages(section);
  const query = useQuery({ ...recordQuery(grantId, section, pages.cursor), placeholderData: (previous) => previous });
  const answer = query.data?.section === section ? query.data : undefined;
  const words = RECORD_SECTIONS.find(({ value }) => value === section);

  return (
    <div className={styles.stack}>
      <FailureBanner
        failedAt={failedAt(query)}
        text={messages.readFailed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
      {answer === undefined && !query.isError && <SectionLoading />}
      {answer?.private_notes !== undefined && answer.private_notes > 0 && (
        <Banner tone="attention" role="status">
          {messages.privateNotes(answer.private_notes)}
        </Banner>
      )}
      {answer !== undefined && (
        <Card padding="none">
          {answer.rows.length === 0 && (
            <CardBody>
              <p>{words?.none}</p>
            </CardBody>
          )}
          <ul className={styles.list}>{rowsOf(answer)}</ul>
          {answer.rows.length > 0 && (pages.index > 0 || answer.next !== undefined) && (
            <Pager
              label={words?.label ?? ''}
              words={{ previous: 'Newer', next: 'Older' }}
              pages={pages}
              nextCursor={answer.next}
              loading={query.isPlaceholderData}
              count={rowRange(pages.index, RECORD_ROWS_ON_A_PAGE, answer.rows.length)}
            />
          )}
        </Card>
      )}
    </div>
  );
}

function rowsOf({ section, rows }: RecordAnswer) {
  switch (section) {
    case 'profile':
      return (rows as RecordProfile[]).map((profile) => <ProfileRow key={profile.id} profile={profile} />);
    case 'bookings':
      return (rows as RecordBooking[]).map((booking) => <BookingRow key={booking.id} booking={booking} />);
    case 'intake_forms':
      return (rows as RecordedAnswers[]).map((form) => <IntakeFormRow key={form.id} form={form} />);
    case 'session_notes':
      return (rows as RecordSessionNote[]).map((note) => <SessionNoteRow key={note.id} note={note} />);
    case 'care_plans':
      return (rows as RecordCarePlan[]).map((plan) => <CarePlanRow key={plan.id} plan={plan} />);
  }
}

function SectionLoading() {
  return (
    <Card>
      <SkeletonGroup label="Loading the record">
        <div className={styles.stack}>
          <Skeleton width="40%" height={20} />
          <Skeleton width="85%" height={20} />
          <Skeleton width="60%" height={20} />
        </div>
      </SkeletonGroup>
    </Card>
  );
}
