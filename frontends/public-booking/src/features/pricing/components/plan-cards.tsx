import { Badge } from '@attune/shared-ui/components/badge';
import { buttonClass } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { formatPrice } from '@attune/shared-ui/format';
import { Link } from '@attune/shared-ui/runtime';
import { pricingMessages as messages } from '../messages';
import { planAddress } from '../plan-address';
import { plans, type Plan } from '../plans';
import { pricePerMonth, type Billing } from '../prices';
import styles from './plan-cards.module.css';

/** The plans side by side. */
export function PlanCards({ billing }: { billing: Billing }) {
  return (
    <ul className={styles.plans} aria-label={messages.plans}>
      {plans.map((plan) => (
        <PlanCard key={plan.name} plan={plan} billing={billing} />
      ))}
    </ul>
  );
}

function PlanCard({ plan, billing }: { plan: Plan; billing: Billing }) {
  const { name, description, features, limitations, popular, savings, callToAction } = plan;
  return (
    <li className={popular ? `${styles.plan} ${styles.popular}` : styles.plan}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        {popular && <Badge tone="accent">{messages.popular}</Badge>}
      </div>
      <p className={styles.soft}>{description}</p>
      <p className={styles.price}>
        <span className={styles.amount}>{formatPrice(pricePerMonth(plan, billing))}</span> {messages.perMonth}
      </p>
      <p className={styles.billed}>{billing === 'annual' && `${messages.billedAnnually} · ${savings}`}</p>
      <Link to={planAddress(name)} className={buttonClass({ variant: popular ? 'primary' : 'secondary', fullWidth: true })}>
        {callToAction}
      </Link>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" size={16} />
            <span>{feature}</span>
          </li>
        ))}
        {limitations.map((limitation) => (
          <li key={limitation} className={styles.limitation}>
            <Icon name="minus" size={16} />
            <span>
              <VisuallyHidden>{messages.notIncluded}</VisuallyHidden>
              {limitation}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
