import { Button } from '@attune/shared-ui/components/button';
import { audienceClaim, openingClaims } from '../content';
import { landingMessages as messages } from '../messages';
import styles from './hero.module.css';
import { QuietRoom } from './quiet-room';

interface HeroProps {
  onDemo: () => void;
  onSignIn: () => void;
  /** The plan that was chosen on the pricing page. */
  plan?: string;
}

/** What Attune is, in one sentence, and the two ways to find out more. */
export function Hero({ onDemo, onSignIn, plan }: HeroProps) {
  return (
    <section className={styles.hero} aria-labelledby="landing-title">
      <div className={styles.words}>
        <h1 id="landing-title" className={styles.headline}>
          {messages.headline}
        </h1>
        <p className={styles.lead}>{messages.lead}</p>
        {plan !== undefined && <p className={styles.plan}>{messages.planChosen(plan)}</p>}
        <div className={styles.actions}>
          <Button variant="primary" size="lg" onClick={onSignIn}>
            {messages.setUp}
          </Button>
          <Button size="lg" icon="play" onClick={onDemo}>
            {messages.watchDemo}
          </Button>
        </div>
        <p className={styles.claims}>{openingClaims.join(' · ')}</p>
        {audienceClaim.shown && <p className={styles.claims}>{audienceClaim.text}</p>}
      </div>
      <QuietRoom />
    </section>
  );
}
