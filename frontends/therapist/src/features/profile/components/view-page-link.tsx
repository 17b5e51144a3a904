import { buttonClass } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { profileMessages } from '../messages';
import type { Profile } from '../profile.api';
import { pagePath } from '../slug';

/** The public page as it is now, in a tab of its own. */
export function ViewPageLink({ profile, fullWidth = false }: { profile: Profile; fullWidth?: boolean }) {
  return (
    <a href={pagePath(profile)} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'secondary', fullWidth })}>
      <Icon name="external" size={16} />
      {profileMessages.viewPage}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
