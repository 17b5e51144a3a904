import { claimsProduct } from './product-name';

it.each([
  ...['Attune', 'attune', 'ATTUNE Security', 'Attune-Support', 'The Attune Team', 'AttuneSupport', 'A t t u n e', 'At-tune', 'Аttunе', 'Αττυηε', 'Ａttune', '4ttun3', 'Attuné', 'Attune.', 'ATTUΝE Security', 'ΑΤΤΥΝΕ', 'АТТUNЕ', 'ᎪᎢᎢUꓠᎬ', 'Attvne'],
  ...['AttunePortal', 'AttuneHQ', 'Your Attuneaccount', 'Attuneportal Kundenservice', 'Team AttuneHealth', 'Attunə', 'Attunǝ', 'Attunɘ', 'Attun℮', 'Atłune', 'Atƭune', 'Attuᥒe', 'Attuղe', 'Ⲁttune', 'Attune™', 'At Tune Portal'],
  ...['Client Portal', 'Your Client Portal', 'CLIENT-PORTAL', 'Сlient Роrtal', 'Client Porta1'],
])('%s says to be the product', (name) => {
  expect(claimsProduct(name)).toBe(true);
});

it.each(['Dr. Ada Nwosu', 'Attuned Therapy', 'Attunement Practice Berlin', 'Attuned Minds', 'Attuned™', 'ATTUNEDLY', 'Attunements', 'Client Portal Design by Kim', 'Portal Psychology', 'Nadia Öztürk-Lindqvist', 'Anna Tune', 'Αθηνά Παπαδοπούλου', '王芳', 'Studio 47'])('%s does not', (name) => {
  expect(claimsProduct(name)).toBe(false);
});
