import type { Sentence, Word } from './sentences';

export interface Theme {
  name: string;
  sentences: Sentence[];
}

const MOST_THEMES = 6;
const LONGEST_CHUNK = 3;
/** Words that every note is full of. */
const EMPTY = new Set(
  ('client patient pt ct therapist clinician writer session week day night morning evening today tomorrow yesterday month year time thing lot bit way minute hour moment appointment note report next last ' +
    'past previous first second other same new many much more most several few good bad great little able current recent plan goal homework progress response intervention assessment data subjective ' +
    'objective behavior behaviour use level kind sort part end start people person someone something anything name number date item question score session-note weekend monday tuesday wednesday thursday ' +
    'friday saturday sunday january february march april may june july august september october november december').split(' '),
);

/** What the note is about: its noun phrases, those first that come back and that say more than one word. */
export function themesOf(sentences: readonly Sentence[]): Theme[] {
  const found = new Map<string, Theme>();
  for (const sentence of sentences) {
    for (const chunk of chunksOf(sentence.words)) {
      const key = chunk.map(({ lemma }) => lemma.toLowerCase()).join(' ');
      const theme = found.get(key) ?? { name: chunk.map(({ text }) => text.toLowerCase()).join(' '), sentences: [] };
      if (theme.sentences.at(-1) !== sentence) theme.sentences.push(sentence);
      found.set(key, theme);
    }
  }
  const weigh = ({ name, sentences: places }: Theme) => places.length * (name.includes(' ') ? 2 : 1);
  const telling = [...found.values()].filter(({ name, sentences: places }) => name.includes(' ') || places.length > 1);
  const ranked = telling.sort((left, right) => weigh(right) - weigh(left) || left.sentences[0]!.start - right.sentences[0]!.start);
  const chosen: Theme[] = [];
  for (const theme of ranked) if (chosen.length < MOST_THEMES && !chosen.some(({ name }) => name.includes(theme.name) || theme.name.includes(name))) chosen.push(theme);
  return chosen;
}

function chunksOf(words: readonly Word[]): Word[][] {
  const chunks: Word[][] = [];
  let chunk: Word[] = [];
  const close = () => {
    while (chunk.length > 0 && chunk.at(-1)!.pos !== 'NOUN') chunk.pop();
    if (chunk.length > 0 && chunk.length <= LONGEST_CHUNK) chunks.push(chunk);
    chunk = [];
  };
  for (const word of words) {
    const belongs = (word.pos === 'NOUN' || word.pos === 'ADJ') && /^\p{L}[\p{L}'-]{2,}$/u.test(word.text) && !EMPTY.has(word.lemma.toLowerCase()) && !EMPTY.has(word.text.toLowerCase());
    if (belongs) chunk.push(word);
    else close();
  }
  close();
  return chunks;
}
