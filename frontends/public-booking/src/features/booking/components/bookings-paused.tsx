import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import styles from './booking-teaser.module.css';

/** Here, and not with the texts of every page, because nobody else needs them. */
const messages = {
  pausedTitle: 'No new bookings at the moment',
  pausedText: 'This therapist takes no new appointments here at the moment. Please look again later.',
};

/** Stands in the booking form's place while the therapist takes no new bookings. Seldom, so it is fetched only when it is needed. */
export default function BookingsPaused({ sentence }: { sentence: string | null }) {
  return (
    <Card as="section" padding="none" raised aria-labelledby="paused-title">
      <div className={styles.part}>
        <h2 id="paused-title">{messages.pausedTitle}</h2>
        <UserText as="p" className={styles.soft} preserveLines>
          {sentence ?? messages.pausedText}
        </UserText>
      </div>
    </Card>
  );
}
