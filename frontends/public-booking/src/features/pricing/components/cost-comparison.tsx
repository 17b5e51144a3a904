import { formatPrice } from '@attune/shared-ui/format';
import { pricingMessages as messages } from '../messages';
import { plans, TRIAL_PLAN } from '../plans';
import { totalPrice } from '../prices';
import styles from './cost-comparison.module.css';

export interface ToolPrices {
  shown: boolean;
  note: string;
  tools: readonly { name: string; price: number }[];
}

/** What separate tools cost together, beside the plan that takes their place. */
export function CostComparison({ separate }: { separate: ToolPrices }) {
  const plan = plans.find(({ name }) => name === TRIAL_PLAN);
  if (!separate.shown || !plan) return null;
  return (
    <section className={styles.section} aria-labelledby="cost-title">
      <h2 id="cost-title" className={styles.title}>
        {messages.comparisonTitle}
      </h2>
      <div className={styles.sides}>
        <dl className={styles.tools}>
          {separate.tools.map(({ name, price }) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{formatPrice(price)}</dd>
            </div>
          ))}
          <div className={`${styles.row} ${styles.total}`}>
            <dt>{messages.comparisonTotal}</dt>
            <dd>{formatPrice(totalPrice(separate.tools))}</dd>
          </div>
        </dl>
        <div className={styles.attune}>
          <p>{messages.comparisonAttune}</p>
          <p className={styles.amount}>{formatPrice(plan.monthlyPrice)}</p>
          <p>{messages.comparisonAttuneText}</p>
        </div>
      </div>
      <p className={styles.note}>{separate.note}</p>
    </section>
  );
}
