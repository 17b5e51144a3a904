import { usePageTitle } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { separateTools } from '../features/marketing/content';
import { BillingToggle } from '../features/pricing/components/billing-toggle';
import { CostComparison } from '../features/pricing/components/cost-comparison';
import { PlanCards } from '../features/pricing/components/plan-cards';
import { IncludedInEvery, PricingClosing, Questions } from '../features/pricing/components/pricing-details';
import { pricingMessages as messages } from '../features/pricing/messages';
import type { Billing } from '../features/pricing/prices';
import { HeaderLink, PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import styles from './pricing.module.css';

/** `/pricing`: plans, what they replace, and what people ask. */
export default function PricingPage() {
  usePageTitle(messages.title);
  const [billing, setBilling] = useState<Billing>('monthly');
  return (
    <>
      <PublicHeader>
        <HeaderLink to="/">{messages.backHome}</HeaderLink>
      </PublicHeader>
      <PublicMain>
        <div className={styles.head}>
          <div>
            <h1 className={styles.headline}>{messages.headline}</h1>
            <p className={styles.lead}>{messages.lead}</p>
          </div>
          <BillingToggle billing={billing} onChange={setBilling} />
        </div>
        <PlanCards billing={billing} />
        <CostComparison separate={separateTools} />
        <IncludedInEvery />
        <Questions />
        <PricingClosing />
      </PublicMain>
    </>
  );
}
