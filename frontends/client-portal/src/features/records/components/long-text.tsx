import { Button } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useState } from 'react';
import { recordMessages as messages } from '../messages';
import styles from './records.module.css';

const LONG = 900;

/** Text with its line breaks; a very long one begins short. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const [whole, setWhole] = useState(false);
  if (text === '') return null;
  const long = text.length > LONG;
  return (
    <>
      <UserText as="p" className={className} preserveLines>
        {long && !whole ? `${text.slice(0, LONG - 200).trimEnd()}…` : text}
      </UserText>
      {long && (
        <Button variant="quiet" size="sm" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? messages.showLess : messages.showAll}
        </Button>
      )}
    </>
  );
}
