import { Avatar } from '@attune/shared-ui/components/avatar';
import { useState } from 'react';
import styles from './portrait.module.css';

/** The therapist's picture under an arch. Its size is known before it is there, so nothing moves when it comes. */
export function Portrait({ name, image }: { name: string; image: string | null }) {
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
