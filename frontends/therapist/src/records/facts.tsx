import { UserText } from '@attune/shared-ui/components/user-text';
import styles from './facts.module.css';

/** Names with their values, side by side; what has no value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => value !== null && (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <UserText>{value}</UserText>
          </dd>
        </div>
      ))}
    </dl>
  );
}
