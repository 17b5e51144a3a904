import { Icon } from '@attune/shared-ui/components/icon';
import styles from './trust-badges.module.css';

/** What visitors may rely on, as far as somebody vouches for it. */
export function TrustBadges({ badges }: { badges: readonly string[] }) {
  if (badges.length === 0) return null;
  return (
    <ul className={styles.badges}>
      {badges.map((badge) => (
        <li key={badge} className={styles.badge}>
          <Icon name="check" size={16} />
          {badge}
        </li>
      ))}
    </ul>
  );
}
