import { Button } from '@attune/shared-ui/components/button';
import { type Opening, OpeningsCard } from '@attune/shared-ui/record-openings';
import { openingsKey } from '../../../keys';
import { useEndAccess } from '../emergency.api';
import { emergencyMessages as messages } from '../messages';
import styles from './emergency.module.css';

/** Every record that an administrator has opened, with the reasons. Their own can be ended from here, in whichever session they were opened. */
export function HistoryCard({ username }: { username: string }) {
  const end = useEndAccess();
  const actionOf = (opening: Opening) =>
    opening.open &&
    opening.administrator === username && (
      <div className={styles.actions}>
        <Button
          size="sm"
          variant="quiet"
          loading={end.isPending && end.variables === opening.id}
          aria-label={`${messages.end}: ${titleOf(opening)}`}
          onClick={() => end.mutate(opening.id)}
        >
          {messages.end}
        </Button>
      </div>
    );
  return (
    <OpeningsCard
      place="/api/admin/break-glass/history"
      queryKey={openingsKey}
      title={messages.history}
      titleOf={titleOf}
      noteOf={(opening) => opening.client_name !== null && <bdi dir="auto">{messages.keptBy(opening.therapist_names.join(', '))}</bdi>}
      actionOf={actionOf}
      none={messages.historyNone}
    />
  );
}

function titleOf({ client_name: client, therapist_names: therapists }: Opening): string {
  return client ?? messages.wholePractice(therapists.join(', '));
}
