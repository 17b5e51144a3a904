import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Link } from '@attune/shared-ui/runtime';
import { useEffect, useRef } from 'react';
import { emergencyMessages as messages } from '../messages';
import styles from './record.module.css';

/** In the place of a record that may not be read, or not any more. */
export function AccessOver() {
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus went with the record.
  useEffect(() => title.current?.focus(), []);
  return (
    <Card>
      <div className={styles.centre}>
        <h1 ref={title} tabIndex={-1}>
          {messages.overTitle}
        </h1>
        <p>{messages.overText}</p>
        <Link className={buttonClass()} to="/admin/dashboard?tab=emergency">
          {messages.toEmergency}
        </Link>
      </div>
    </Card>
  );
}
