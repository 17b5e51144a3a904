import { DEFAULT_TERMS, mergeTerms, OfferingTerms } from './offering-rules';
import { fromCents, isPrice, ServiceInputDto, toCents } from './service.dto';

const PAID: OfferingTerms = { ...DEFAULT_TERMS, name: 'Couples', description: 'For two', duration_minutes: 90, price_cents: 12_050, is_free: false, session_type: 'in-person' };

function input(fields: Partial<ServiceInputDto>): ServiceInputDto {
  return Object.assign(new ServiceInputDto(), { name: 'Intro call' }, fields);
}

describe('the terms of a service', () => {
  it('begin as a free hour online', () => {
    expect(mergeTerms(DEFAULT_TERMS, input({}))).toEqual({
      name: 'Intro call', description: '', duration_minutes: 60, price_cents: 0, is_free: true, session_type: 'online',
      address: null, online_place: 'video', video_link: null, visibility: 'everybody',
    });
  });

  it('cost nothing when free, whatever price came along', () => {
    expect(mergeTerms(DEFAULT_TERMS, input({ is_free: true, price: 80 }))).toMatchObject({ is_free: true, price_cents: 0 });
  });

  it('take a price that comes alone as a paid service', () => {
    expect(mergeTerms(DEFAULT_TERMS, input({ price: 80.5 }))).toMatchObject({ is_free: false, price_cents: 8_050 });
  });

  it('need a price when paid', () => {
    expect(() => mergeTerms(DEFAULT_TERMS, input({ is_free: false }))).toThrow('A paid service needs a price.');
    expect(() => mergeTerms(PAID, input({ is_free: false, price: 0 }))).toThrow('A paid service needs a price.');
  });

  it('keep what was left out', () => {
    expect(mergeTerms(PAID, input({}))).toEqual({ ...PAID, name: 'Intro call' });
    expect(mergeTerms(PAID, input({ is_free: false }))).toMatchObject({ price_cents: 12_050 });
    expect(mergeTerms(PAID, input({ description: '' }))).toMatchObject({ description: '' });
  });
});

describe('prices', () => {
  it.each([0, 0.01, 19.99, 1.1, 99_999.99, 100_000])('accepts %d and keeps it exactly', (price) => {
    expect(isPrice(price)).toBe(true);
    expect(fromCents(toCents(price))).toBe(price);
  });

  it.each([-1, -0.01, 0.001, 19.999, 100_000.01, Number.NaN, Infinity, 1e-9, '5', null])('refuses %p', (price) => expect(isPrice(price)).toBe(false));
});
