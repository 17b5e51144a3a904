import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Icon } from '@attune/shared-ui/components/icon';
import { benefitCards, benefitClaims } from '../content';
import { landingMessages as messages } from '../messages';
import styles from './benefits.module.css';

/** The four benefits as cards. */
export function BenefitCards() {
  return (
    <section className={styles.section} aria-labelledby="benefits-title">
      <h2 id="benefits-title" className={styles.title}>
        {messages.benefitsTitle}
      </h2>
      <ul className={styles.cards}>
        {benefitCards
          .filter(({ shown }) => shown)
          .map(({ icon, title, text }) => (
            <Card as="li" padding="lg" key={title}>
              <span className={styles.icon}>
                <Icon name={icon} size={22} />
              </span>
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </Card>
          ))}
      </ul>
    </section>
  );
}

/** Everything that comes with it, one line each. */
export function BenefitList({ onSignIn }: { onSignIn: () => void }) {
  return (
    <section className={`${styles.section} ${styles.split}`} aria-labelledby="list-title">
      <div>
        <h2 id="list-title" className={styles.title}>
          {messages.listTitle}
        </h2>
        <Button variant="primary" onClick={onSignIn}>
          {messages.getStarted}
        </Button>
      </div>
      <ul className={styles.list}>
        {benefitClaims.map((claim) => (
          <li key={claim} className={styles.claim}>
            <Icon name="check" size={18} />
            <span>{claim}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
