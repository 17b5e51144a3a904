import { normalized } from '../../../../common/search/normalized';

/** Shorthand whose meaning hangs on its capitals: "SI" is suicidal ideation, "si" is nothing. */
const CAPITALS: readonly [RegExp, string][] = [
  [/\bNSS?I\b|\bSIBs?\b/g, ' self injury '],
  [/\bSHI?\b/g, ' self harm '],
  [/\bP?SI\b|\bS\.I\.|\bs\/i\b/gi, ' suicidal ideation '],
  [/\bHI\b|\bH\.I\.|\bh\/i\b/g, ' homicidal ideation '],
  [/\bSAs?\b/g, ' suicide attempt '],
  [/\bCAH\b/g, ' command hallucinations '],
  [/\bAVHs?\b|\bA\/VH\b|\bA\/V\b|\bAHs?\b|\bVHs?\b/g, ' hallucinations '],
  [/\b(?:IPV|DV)\b/g, ' domestic violence '],
  [/\bODs?\b|\bOD'?(?:ed|d)\b/gi, ' overdose '],
  [/[∅Ø]/g, ' no '],
  [/\(\s*-\s*\)/g, ' negative '],
  [/\(\s*\+\s*\)|(?<=^|\s)\+(?=\s?[A-Z])/g, ' positive '],
];

/** Shorthand, slang and contractions in one spelling each. The order matters: contractions before the rest. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/\b(ca|wo|sha|do|does|did|is|was|were|are|would|could|should|have|has|had|ai|need|must)n'?t\b/g, '$1 not'],
  [/\bca not\b|\bcannot\b/g, 'can not'],
  [/\bwo not\b/g, 'will not'],
  [/\bi'?m\b/g, 'i am'],
  [/\bi'?ve\b/g, 'i have'],
  [/\b(i|you|he|she|they|we|it|that|there)'d\b/g, '$1 would'],
  [/\b(i|you|he|she|they|we|it|that|there)'ll\b/g, '$1 will'],
  [/\b(he|she|it|that|there|what|who)'s\b/g, '$1 is'],
  [/\b(you|they|we)'re\b/g, '$1 are'],
  [/'s\b/g, " 's"],
  [/\bwhats\b/g, 'what is'],
  [/\b(?:gonna|finna|boutta|about to)\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\btryna\b/g, 'trying to'],
  [/(?<=\b(?:want|wants|going|need|trying|have|like|ready)) 2(?= [a-z])/g, ' to'],
  [/\bgotta\b/g, 'have to'],
  [/\bw\/\s?o\b/g, 'without'],
  [/\bw\/(?=\s?\w)/g, 'with '],
  [/\bb\/c\b|\bcuz\b|\bbc\b/g, 'because'],
  [/\bhx\b|\bh\/o\b/g, 'history'],
  [/\b(?:pt|ct|cl|clt|clnt)s?\b\.?/g, 'client'],
  [/\b(?:the )?(?:patient|consumer|resident)\b/g, 'client'],
  [/\bkms\b|\bctb\b|\bsewer ?slid(?:e|al)\b/g, 'kill myself'],
  [/\bkys\b/g, 'kill yourself'],
  [/\bun ?aliv(?:e|es|ed|ing)\b/g, 'kill'],
  [/(?<=^|\s)sh(?=\s|$|[.,;])/g, 'self harm'],
  [/\bself[ -]?(harm|injur|mutilat|inflict|hurt)/g, 'self $1'],
  [/\b(?:bf|bfs)\b/g, 'boyfriend'],
  [/\bgf\b/g, 'girlfriend'],
  [/\b(?:hub|hubby|h)\b(?= (?:hit|threat|push|shov|chok))/g, 'husband'],
  [/\bmum(?:my)?\b|\bmommy\b|\bmama\b/g, 'mom'],
  [/\bneg\b/g, 'negative'],
  [/\bpos\b/g, 'positive'],
  [/\b(my|him|her|your) self\b/g, '$1self'],
];

/** Words whose misspellings are put right, by one slip of the pen (two in the long ones). */
const KEY_WORDS = [
  'suicide', 'suicidal', 'suicidality', 'homicidal', 'ideation', 'overdose', 'overdosed', 'hopeless', 'hopelessness', 'hallucinations', 'hallucinating', 'hallucination',
  'paranoid', 'psychotic', 'psychosis', 'delusional', 'delusions', 'strangled', 'strangling', 'laxatives', 'purging', 'vomiting', 'fentanyl', 'threatened', 'threatening',
  'abusive', 'neglected', 'possessions', 'stockpiling', 'firearm', 'firearms', 'worthless', 'disappear', 'thoughts', 'cutting', 'myself', 'himself', 'herself', 'yourself', 'themselves', 'husband', 'boyfriend', 'girlfriend',
];
const KNOWN = new Set([...KEY_WORDS, 'thought', 'paranoia', 'purring', 'pursing']);
/** Suicide as it is misheard and mistyped; "subside" and "decide" are none of it. */
const SUICIDE = /^s(?:u|ui|iu|i|oo|ue)(?:c|s|z|cc)(?:i|ii|e|a)?d(e|es|al|le|el|il|ial|ual|ally|als)$/;

/** One spelling for what notes write in many: lower case, spaced punctuation, words in full. */
export function plainWords(sentence: string): string {
  let text = ` ${normalized(sentence, 'NFKC').replace(/[‘’ʼ`]/g, "'").replace(/[“”"«»*_~<>[\]{}|]+/g, ' ')} `;
  for (const [pattern, word] of CAPITALS) text = text.replace(pattern, word);
  text = text.toLowerCase();
  for (const [pattern, word] of SPELLINGS) text = text.replace(pattern, word);
  text = text.replace(/(?<=[a-z0-9])-(?=[a-z])|(?<=[a-z])-(?=[0-9])/g, ' ').replace(/\s[-–—]+\s|—|–|\.{2,}|…/g, ' ; ').replace(/([,;:.!?()/&+=])/g, ' $1 ');
  return text.split(/\s+/).filter(Boolean).map(spelled).join(' ');
}

function spelled(word: string): string {
  if (word.length < 6 || KNOWN.has(word)) return word;
  const suicide = SUICIDE.exec(word);
  if (suicide && !word.startsWith('suicid')) return suicide[1]!.startsWith('e') && suicide[1] !== 'el' ? 'suicide' : 'suicidal';
  return KEY_WORDS.find((key) => key.length > 6 && key[0] === word[0] && isSlip(word, key)) ?? word;
}

/** One letter too many, too few, another one, or two that changed places. */
function isSlip(word: string, key: string): boolean {
  if (Math.abs(word.length - key.length) > 1) return false;
  let start = 0;
  while (start < key.length && word[start] === key[start]) start += 1;
  const [left, right] = [word.slice(start), key.slice(start)];
  const swapped = left.length > 1 && left[1] === right[0] && left[0] === right[1] && left.slice(2) === right.slice(2);
  return left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1) || swapped;
}
