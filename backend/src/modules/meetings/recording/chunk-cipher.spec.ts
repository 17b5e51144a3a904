import { newSessionKey, openChunk, sealChunk } from './chunk-cipher';

const place = { session_id: '0192d3a4-0000-7000-8000-000000000000', part: 1, seq: 3, startFrame: 96_000, rate: 16_000 };
const bytes = Buffer.from('two seconds of sound');

it('opens as what it is, and as nothing else', () => {
  const key = newSessionKey();
  const sealed = sealChunk(bytes, key, place);
  expect(openChunk(sealed, key, place)).toEqual(bytes);
  for (const other of [{ session_id: '0192d3a4-0000-7000-8000-000000000001' }, { part: 2 }, { seq: 4 }, { startFrame: 0 }, { rate: 44_100 }]) {
    expect(openChunk(sealed, key, { ...place, ...other })).toBeUndefined();
  }
  expect(openChunk(sealed, newSessionKey(), place)).toBeUndefined();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openChunk(changed, key, place)).toBeUndefined();
  }
  expect(openChunk(sealed.subarray(0, 10), key, place)).toBeUndefined();
});
