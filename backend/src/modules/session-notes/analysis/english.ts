/** The commonest little words. Those that two of the languages share are left out. */
const ENGLISH = words('the and to of is was she he they i with for on that this her his has had not be are it at by from but or we my you have as about when which will');
const OTHERS = [
  words('der die das und ist nicht mit ein eine sie er ich zu den auf von im dem hat sich auch wird bei nach wie über keine sehr'),
  words('el la los las y de que en con un una ella es por para su sus se lo del al como pero muy más está fue sin hoy'),
  words('le la les et est une des dans elle il je pas pour avec sur que qui au du ce se sa son ses très plus cette été'),
  words('il la gli che di è una con per non sono ha nel della del si ma come più molto lei lui questa anche'),
  words('o os as um uma e que de em com não ela ele para por mas foi está muito mais seu sua na no do da'),
  words('de het een en van is niet met zij hij ik dat op voor zijn haar maar ook heeft bij naar veel geen wordt'),
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** Too few words to tell a language by. */
const FEWEST_WORDS = 6;

/** Is this text in another language, as far as its letters and little words tell? Shorthand without little words passes as English. */
export function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 3 && latin < letters / 2) return true;
  const all = wordsOf(text);
  if (all.length < FEWEST_WORDS) return false;
  const share = (list: ReadonlySet<string>) => all.filter((word) => list.has(word)).length / all.length;
  const other = Math.max(...OTHERS.map(share));
  return other > 0.1 && other > share(ENGLISH) * 1.2;
}

/** Does a short line of a note in another language seem to be English all the same? */
export function isSurelyEnglish(text: string): boolean {
  return !isForeign(text) && wordsOf(text).filter((word) => ENGLISH.has(word)).length > 1;
}
