import { validate, version } from 'uuid';
import { newPersonId } from './person.repository';

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('a person’s id', () => {
  it('is a UUID v7 that does not tell when it was made', () => {
    const ids = Array.from({ length: 2_000 }, newPersonId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(2_000);
    const years = new Set(ids.map((id) => new Date(timeOf(id)).getUTCFullYear()));
    expect([...years].sort()).toEqual([2020, 2021, 2022, 2023, 2024]);
  });
});
