import type { Plan } from './plans';

export type Billing = 'monthly' | 'annual';

/** Dollars a month: the annual price is spread over the year and rounded. */
export function pricePerMonth(plan: Plan, billing: Billing): number {
  return billing === 'monthly' ? plan.monthlyPrice : Math.round(plan.annualPrice / 12);
}

/** What separate tools cost together. */
export function totalPrice(tools: readonly { price: number }[]): number {
  return tools.reduce((sum, { price }) => sum + price, 0);
}
