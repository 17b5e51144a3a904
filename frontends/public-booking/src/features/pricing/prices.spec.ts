import { planAddress, planByAddress } from './plan-address';
import { plans } from './plans';
import { pricePerMonth, totalPrice } from './prices';

describe('Plan prices', () => {
  it('are the monthly ones when billed monthly', () => {
    expect(plans.map((plan) => pricePerMonth(plan, 'monthly'))).toEqual([29, 79, 199]);
  });

  it('spread the annual price over twelve months and round it', () => {
    expect(plans.map((plan) => pricePerMonth(plan, 'annual'))).toEqual([24, 66, 166]);
  });

  it('say truly what a year saves', () => {
    for (const { monthlyPrice, annualPrice, savings } of plans) {
      expect(savings).toBe(`Save $${monthlyPrice * 12 - annualPrice} a year`);
    }
  });

  it('add up separate tools', () => {
    expect(totalPrice([{ price: 20 }, { price: 49 }])).toBe(69);
    expect(totalPrice([])).toBe(0);
  });
});

describe('The address of a plan', () => {
  it('carries the name in lower case, its space encoded', () => {
    expect(plans.map(({ name }) => planAddress(name))).toEqual([
      '/?plan=starter',
      '/?plan=professional',
      '/?plan=practice%20suite',
    ]);
  });

  it('is understood again', () => {
    expect(planByAddress(new URLSearchParams('plan=practice%20suite'))?.name).toBe('Practice Suite');
    expect(planByAddress(new URLSearchParams('plan=gold'))).toBeUndefined();
    expect(planByAddress(new URLSearchParams())).toBeUndefined();
  });
});
