import { claimsProduct, speaksAsProduct } from './product-name';

it.each([
  ...['Attune', 'attune', 'ATTUNE Security', 'Attune-Support', 'The Attune Team', 'AttuneSupport', 'A t t u n e', 'At-tune', 'Аttunе', 'Αττυηε', 'Ａttune', '4ttun3', 'Attuné', 'Attune.', 'ATTUΝE Security', 'ΑΤΤΥΝΕ', 'АТТUNЕ', 'ᎪᎢᎢUꓠᎬ', 'Attvne', 'Att0u1n2e', 'Prof. Dr. Attune'],
  ...['AttunePortal', 'AttuneHQ', 'Your Attuneaccount', 'Attuneportal Kundenservice', 'Team AttuneHealth', 'Attunə', 'Attunǝ', 'Attunɘ', 'Attun℮', 'Atłune', 'Atƭune', 'Attuᥒe', 'Attuղe', 'Ⲁttune', 'Attune™', 'At Tune Portal'],
  ...['Client Portal', 'Your Client Portal', 'CLIENT-PORTAL', 'Сlient Роrtal', 'Client Porta1', 'Prof. Dr. med. Client Portal'],
])('%s says to be the product', (name) => {
  expect(claimsProduct(name)).toBe(true);
});

it.each(['Dr. Ada Nwosu', 'Attuned Therapy', 'Attunement Practice Berlin', 'Attuned Minds', 'Attuned™', 'ATTUNEDLY', 'Attunements', 'Client Portal Design by Kim', 'Portal Psychology', 'Nadia Öztürk-Lindqvist', 'Anna Tune', 'Αθηνά Παπαδοπούλου', '王芳', 'Studio 47'])('%s does not', (name) => {
  expect(claimsProduct(name)).toBe(false);
});

it.each(['Attune: your portal is locked.', 'We are closed. Аttune support mails you a code.', 'attune security check: confirm your account', 'Please write to attunehelp.', 'A t t u n e', 'Client Portal'])('"%s" speaks as the product', (text) => {
  expect(speaksAsProduct(text)).toBe(true);
});

it.each(['We attune to your pace.', 'How a body attunes, and what an attuned therapist hears', 'I am back on 3 May. Write to kim@example.org.', 'Ask for the client portal of your insurance.'])('"%s" does not', (text) => {
  expect(speaksAsProduct(text)).toBe(false);
});

it('signs that stand for whole sentences are not spelled out', () => {
  expect(claimsProduct('\ufdfa'.repeat(2_000).concat('Attune'))).toBe(true);
  // Spelled out, each of these took 12 ms.
  const texts = Array.from({ length: 1_000 }, (_, at) => '\ufdfa'.repeat(1_000 + at));
  expect(texts.filter((text) => claimsProduct(text))).toEqual([]);
});
