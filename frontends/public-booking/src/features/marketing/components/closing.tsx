import { Button } from '@attune/shared-ui/components/button';
import { landingMessages as messages } from '../messages';
import styles from './closing.module.css';

/** The last word of the landing page. */
export function Closing({ onDemo, onSignIn }: { onDemo: () => void; onSignIn: () => void }) {
  return (
    <section className={styles.closing} aria-labelledby="closing-title">
      <div>
        <h2 id="closing-title" className={styles.title}>
          {messages.closingTitle}
        </h2>
        <p className={styles.text}>{messages.closingText}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" size="lg" onClick={onSignIn}>
          {messages.startTrial}
        </Button>
        <Button size="lg" onClick={onDemo}>
          {messages.scheduleDemo}
        </Button>
      </div>
    </section>
  );
}
