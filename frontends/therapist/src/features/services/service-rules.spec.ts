import { bodyOf, durationFrom, NEW_SERVICE, priceFrom, problemsOf } from './service-rules';

const named = { ...NEW_SERVICE, name: 'Individual session' };

describe('a service as it is typed', () => {
  it('starts free, online, 60 minutes', () => {
    expect(bodyOf(named)).toEqual({
      name: 'Individual session',
      description: '',
      duration_minutes: 60,
      price: 0,
      is_free: true,
      session_type: 'online',
      address: null,
      online_place: 'video',
      video_link: null,
      visibility: 'everybody',
    });
  });

  it('takes 60 minutes when the duration is not a number', () => {
    expect(durationFrom('')).toBe(60);
    expect(durationFrom('abc')).toBe(60);
    expect(durationFrom('45')).toBe(45);
  });

  it('takes 0 when the price is not a number, and cents at most', () => {
    expect(priceFrom('')).toBe(0);
    expect(priceFrom('120.5')).toBe(120.5);
    expect(priceFrom('19.999')).toBe(20);
  });

  it('sends no price for a free service', () => {
    expect(bodyOf({ ...named, price: '80', is_free: true }).price).toBe(0);
    expect(bodyOf({ ...named, price: '80', is_free: false }).price).toBe(80);
  });

  it('asks for a name', () => {
    expect(problemsOf({ ...named, name: '  ' })['name']).toBe('Service name is required');
  });

  it.each(['14', '241', '30.5'])('refuses %s minutes', (duration_minutes) => {
    expect(problemsOf({ ...named, duration_minutes })['duration_minutes']).toBe('Enter whole minutes from 15 to 240.');
  });

  it('refuses a price below 0 only where there is a price', () => {
    expect(problemsOf({ ...named, price: '-1', is_free: false })['price']).toBe('The price cannot be below 0.');
    expect(problemsOf({ ...named, price: '-1' })).toEqual({});
  });
});
