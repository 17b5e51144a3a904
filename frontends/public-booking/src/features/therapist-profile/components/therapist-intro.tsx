import { Avatar } from '@attune/shared-ui/components/avatar';
import { Icon, type IconName } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { zoneLabel } from '@attune/shared-ui/format';
import { telephoneLink } from '@attune/shared-ui/places/telephone-link';
import { useState, type ReactNode } from 'react';
import type { PublicService, PublicTherapist } from '../../../wire';
import { therapistMessages as messages } from '../messages';
import { waysOfMeeting } from '../session-types';
import styles from './therapist-intro.module.css';

interface TherapistIntroProps {
  therapist: PublicTherapist;
  services: readonly PublicService[];
  /** Between who it is and their own words. */
  children?: ReactNode;
}

/** Who the therapist is: portrait, name, credentials, languages, zone, and their own words. */
export function TherapistIntro({ therapist, services, children }: TherapistIntroProps) {
  const { display_name, credentials, bio, profile_image, languages, timezone, phone, address } = therapist;
  const meeting = waysOfMeeting(services.map(({ session_type }) => session_type));
  return (
    <>
      <div className={styles.person}>
        <Portrait name={display_name} image={profile_image} />
        <div className={styles.words}>
          <UserText as="h1" className={styles.name}>
            {display_name}
          </UserText>
          {credentials !== '' && (
            <UserText as="p" className={styles.credentials}>
              {credentials}
            </UserText>
          )}
          <ul className={styles.facts}>
            {languages.length > 0 && <Fact icon="globe" name={messages.languages} value={languages.join(', ')} />}
            <Fact icon="clock" name={messages.timezone} value={zoneLabel(timezone)} />
            {meeting !== undefined && <Fact icon="pin" name={messages.sessions} value={meeting} />}
            {address !== null && <Fact icon="home" name={messages.address} value={address.replaceAll('\n', ', ')} />}
            {phone !== null && <Fact icon="phone" name={messages.phone} value={<a href={telephoneLink(phone)}>{phone}</a>} />}
          </ul>
        </div>
      </div>
      {children}
      {bio !== '' && (
        <UserText as="p" className={styles.bio} preserveLines>
          {bio}
        </UserText>
      )}
    </>
  );
}

function Fact({ icon, name, value }: { icon: IconName; name: string; value: ReactNode }) {
  return (
    <li className={styles.fact}>
      <Icon name={icon} size={16} />
      <VisuallyHidden>{`${name}: `}</VisuallyHidden>
      <bdi>{value}</bdi>
    </li>
  );
}

/** The therapist's picture under an arch. Its size is known before it is there, so nothing moves when it comes. */
function Portrait({ name, image }: { name: string; image: string | null }) {
  const [broken, setBroken] = useState(false);
  if (image === null || broken) return <Avatar name={name} size="portrait" />;
  return (
    <img
      className={styles.portrait}
      src={image}
      alt=""
      width={148}
      height={172}
      decoding="async"
      fetchPriority="high"
      onError={() => setBroken(true)}
    />
  );
}
