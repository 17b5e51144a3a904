import clsx from 'clsx';
import { useState } from 'react';
import styles from './avatar.module.css';

export interface AvatarProps {
  name: string;
  src?: string | null;
  size?: 'sm' | 'md' | 'lg' | 'portrait';
  /** Empty (the default) where the name stands beside the picture. */
  alt?: string;
}

/** A person's picture, or the initials where there is none. */
export function Avatar({ name, src, size = 'md', alt = '' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shape = clsx(styles.avatar, styles[size]);
  if (src && broken !== src) {
    return <img className={shape} src={src} alt={alt} decoding="async" onError={() => setBroken(src)} />;
  }
  return (
    <span className={clsx(shape, styles.initials)} role={alt ? 'img' : undefined} aria-label={alt || undefined} aria-hidden={alt ? undefined : true}>
      {initialsOf(name)}
    </span>
  );
}

/** First letters of the first and the last word, titles such as "Dr." left out; the same for every reader. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !word.endsWith('.'));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}
