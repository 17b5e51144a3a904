import { Avatar } from '@attune/shared-ui/components/avatar';
import { Badge } from '@attune/shared-ui/components/badge';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { Link } from '@attune/shared-ui/runtime';
import type { Profile } from '../profile.api';
import { copyLink } from '../copy-link';
import { profileMessages } from '../messages';
import { shareLink } from '../slug';
import styles from './profile-card.module.css';
import { ViewPageLink } from './view-page-link';

/** The profile as the overview shows it, with the shareable link where a custom slug exists. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const slug = profile.custom_slug;
  return (
    <Card as="section" aria-label="Your profile">
      <div className={styles.card}>
        <div className={styles.person}>
          <Avatar name={profile.display_name} src={profile.profile_image} size="lg" />
          <div className={styles.words}>
            <UserText as="h2" className={styles.name}>
              {profile.display_name}
            </UserText>
            {profile.credentials !== '' && (
              <UserText as="p" className={styles.soft}>
                {profile.credentials}
              </UserText>
            )}
            {profile.bio === '' ? (
              <p className={styles.soft}>{profileMessages.noBio}</p>
            ) : (
              <UserText as="p" className={styles.soft} clamp={3}>
                {profile.bio}
              </UserText>
            )}
          </div>
        </div>
        <ul className={styles.languages} aria-label="Languages">
          {profile.languages.map((language) => (
            <li key={language}>
              <Badge>
                <bdi>{language}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Link to="/profile" className={buttonClass({ variant: 'secondary', fullWidth: true })}>
            Edit Profile
          </Link>
          <ViewPageLink profile={profile} fullWidth />
          {slug !== null && slug !== undefined && slug !== '' && (
            <Button
              icon="link"
              fullWidth
              onClick={() => void copyLink(shareLink(window.location.origin, slug), profileMessages.shareLinkCopied)}
            >
              Copy Shareable Link
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
