import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { Link } from '@attune/shared-ui/runtime';
import { profileMessages } from '../messages';

/** What a therapist sees before there is a profile. */
export function WelcomeCard() {
  return (
    <Card padding="none" as="section" aria-label="Welcome">
      <EmptyState
        drawing="people"
        title={profileMessages.welcomeTitle}
        text={profileMessages.welcomeText}
        action={
          <Link to="/profile" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Set Up Profile
          </Link>
        }
      />
    </Card>
  );
}
