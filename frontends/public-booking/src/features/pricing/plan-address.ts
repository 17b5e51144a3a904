import { plans, type Plan } from './plans';

/** Where a plan's button leads: '/?plan=practice%20suite'. */
export function planAddress(name: string): string {
  return `/?plan=${encodeURIComponent(name.toLowerCase())}`;
}

/** The plan that an address speaks of. */
export function planByAddress(search: URLSearchParams): Plan | undefined {
  const name = search.get('plan');
  return name === null ? undefined : plans.find((plan) => plan.name.toLowerCase() === name.toLowerCase());
}
