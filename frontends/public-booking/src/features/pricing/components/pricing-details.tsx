import { buttonClass } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { Link } from '@attune/shared-ui/runtime';
import { pricingMessages as messages } from '../messages';
import { planAddress } from '../plan-address';
import { TRIAL_PLAN } from '../plans';
import styles from './pricing-details.module.css';

/** What no plan leaves out. */
export function IncludedInEvery() {
  return (
    <section className={styles.section} aria-labelledby="included-title">
      <h2 id="included-title" className={styles.title}>
        {messages.includedTitle}
      </h2>
      <ul className={styles.included}>
        {messages.included.map((item) => (
          <li key={item} className={styles.item}>
            <Icon name="check" size={18} />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Four questions and their answers, open to read. */
export function Questions() {
  return (
    <section className={styles.section} aria-labelledby="questions-title">
      <h2 id="questions-title" className={styles.title}>
        {messages.questionsTitle}
      </h2>
      <div className={styles.questions}>
        {messages.questions.map(({ question, answer }) => (
          <div key={question}>
            <h3>{question}</h3>
            <p className={styles.answer}>{answer}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** On to the trial. */
export function PricingClosing() {
  return (
    <section className={styles.closing} aria-labelledby="pricing-closing-title">
      <h2 id="pricing-closing-title" className={styles.closingTitle}>
        {messages.closingTitle}
      </h2>
      <Link to={planAddress(TRIAL_PLAN)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
        {messages.startTrial}
      </Link>
    </section>
  );
}
