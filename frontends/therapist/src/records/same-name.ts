/** Whether somebody else among these is called the same, however it is written. */
export function sharesName(one: Named, among: readonly Named[]): boolean {
  const name = folded(one.name);
  return name !== '' && among.some((other) => other.id !== one.id && folded(other.name) === name);
}

interface Named {
  id: string;
  name: string;
}

const folded = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

export const sameNameWords = 'Two clients have this name.';
