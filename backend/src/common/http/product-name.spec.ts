import { claimsProduct } from './product-name';

it.each(['Attune', 'attune', 'ATTUNE Security', 'Attune-Support', 'The Attune Team', 'AttuneSupport', 'A t t u n e', 'At-tune', 'Аttunе', 'Αττυηε', 'Ａttune', '4ttun3', 'Attuné', 'Attune.', 'ATTUΝE Security', 'ΑΤΤΥΝΕ', 'АТТUNЕ', 'ᎪᎢᎢUꓠᎬ', 'Attvne'])('%s says to be the product', (name) => {
  expect(claimsProduct(name)).toBe(true);
});

it.each(['Dr. Ada Nwosu', 'Attuned Therapy', 'Attunement Practice Berlin', 'Nadia Öztürk-Lindqvist', 'Anna Tune', 'Αθηνά Παπαδοπούλου', '王芳', 'Studio 47'])('%s does not', (name) => {
  expect(claimsProduct(name)).toBe(false);
});
