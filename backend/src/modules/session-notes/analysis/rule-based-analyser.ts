import { setImmediate } from 'node:timers/promises';
import type { Citation, NoteAnalysis, RiskCue, Statement } from './analysis';
import { isForeign, isSurelyEnglish } from './english';
import { languageModel } from './language-model';
import { AnalyseOptions, NoteAnalyser } from './note-analyser';
import { cuesAmong, readRisks } from './risk/risk-cues';
import { RISK_WORDING } from './risk/risk-wording';
import { Block, blocksOf, Sentence, sentencesOf } from './sentences';
import { Slot, slotsOf, tellsNextDate, tellsScore } from './slots';
import { textRank } from './text-rank';
import { themesOf } from './themes';

export const RULE_BASED = { name: 'rule-based summary', version: '2' } as const;

/** More than this is not read, and the result says so. */
export const MOST_CHARACTERS = 100_000;
const MOST_ITEMS = 12;
const MOST_CITATIONS = 3;
/** Of a short note the summary takes a third, of a long one at most so many sentences by rank; what has a slot of its own comes on top. */
const MOST_RANKED = 5;
/** Reading lets other work in between after about so many characters. */
const BREATH = 4_000;

const EMPTY_NOTE = 'There is no text to read.';
const FOREIGN_NOTE = 'Only English is read by the rule-based summary; this note seems to be in another language.';
const FOREIGN_PARTS = 'Only English is read by the rule-based summary; parts that seem to be in another language were left out.';
const TOO_LONG = `Only the first ${MOST_CHARACTERS.toLocaleString('en')} characters were read.`;

/** A sentence with what the rules say about it. */
interface Read {
  sentence: Sentence;
  slots: Set<Slot>;
  cues: RiskCue[];
  /** It speaks of a risk, be it to deny it. */
  onRisk: boolean;
}

/** Takes sentences out of the note, by rules and counting alone: nothing leaves this process, and the same note gives the same result. */
export class RuleBasedAnalyser extends NoteAnalyser {
  async analyse(text: string, { signal }: AnalyseOptions = {}): Promise<NoteAnalysis> {
    const remarks: string[] = [];
    if (text.length > MOST_CHARACTERS) remarks.push(TOO_LONG);
    const blocks = blocksOf(text.slice(0, MOST_CHARACTERS));
    const mostlyForeign = isForeign(blocks.map((block) => block.text).join('\n'));
    const english = blocks.filter((block) => (mostlyForeign ? isSurelyEnglish(block.text) : !isForeign(block.text)));
    if (blocks.length === 0) remarks.push(EMPTY_NOTE);
    else if (english.length === 0) remarks.push(FOREIGN_NOTE);
    else if (english.length < blocks.length) remarks.push(FOREIGN_PARTS);
    if (english.length === 0) return analysisOf([], remarks);

    const nlp = await languageModel();
    const sentences: Sentence[] = [];
    const breath = new Breath(signal);
    for (const batch of batchesOf(english)) {
      await breath.take(BREATH);
      sentences.push(...sentencesOf(text, batch, nlp));
    }
    const reads: Read[] = [];
    for (const [index, sentence] of sentences.entries()) {
      await breath.take(sentence.text.length);
      reads.push(read(sentence, sentences[index + 1]));
    }
    return analysisOf(reads, remarks);
  }
}

/** Blocks that the language model reads at once: each reading has its price, so single lines are read together. */
function batchesOf(blocks: readonly Block[]): Block[][] {
  const batches: Block[][] = [];
  for (const block of blocks) {
    const batch = batches.at(-1);
    if (batch && block.start + block.text.length - batch[0]!.start <= BREATH) batch.push(block);
    else batches.push([block]);
  }
  return batches;
}

/** Lets other work in now and then, and ends when it is told to. */
class Breath {
  private characters = BREATH;

  constructor(private readonly signal: AbortSignal | undefined) {}

  async take(characters: number): Promise<void> {
    this.characters += characters;
    if (this.characters < BREATH) return;
    this.characters = 0;
    await setImmediate();
    this.signal?.throwIfAborted();
  }
}

function read(sentence: Sentence, next: Sentence | undefined): Read {
  const readings = readRisks(sentence.text, next?.text);
  const cues = cuesAmong(readings).map((reading): RiskCue => ({
    kind: reading.kind,
    assertion: reading.assertion as RiskCue['assertion'],
    quote: sentence.text,
    why: RISK_WORDING.why(reading),
    citations: [citation(sentence)],
  }));
  return { sentence, slots: slotsOf(sentence), cues, onRisk: readings.length > 0 };
}

function analysisOf(reads: readonly Read[], remarks: string[]): NoteAnalysis {
  const slot = (name: Slot) => reads.filter(({ slots }) => slots.has(name)).slice(0, MOST_ITEMS).map(({ sentence }) => statement(sentence));
  const sentences = reads.map(({ sentence }) => sentence);
  return {
    engine: RULE_BASED,
    summary: summaryOf(reads),
    themes: themesOf(sentences).map(({ name, sentences: places }) => ({ text: name, citations: places.slice(0, MOST_CITATIONS).map(citation) })),
    interventions: slot('interventions'),
    homework: slot('homework'),
    progress: slot('progress'),
    risk_cues: reads.flatMap(({ cues }) => cues),
    next_steps: slot('next_steps'),
    remarks,
  };
}

/** The sentences of the highest rank, and the first of each kind that no summary may miss: risk, homework, scores, the next date, the work done. */
function summaryOf(reads: readonly Read[]): Statement[] {
  const ranks = textRank(reads.map(({ sentence }) => sentence));
  const order = reads.map((_, index) => index).filter((index) => reads[index]!.sentence.words.length > 3);
  const ranked = order.sort((left, right) => ranks[right]! - ranks[left]! || left - right).slice(0, Math.min(MOST_RANKED, Math.ceil(reads.length / 3)));
  const musts: ((read: Read) => boolean)[] = [
    ({ cues }) => cues.length > 0,
    ({ onRisk }) => onRisk,
    ({ slots }) => slots.has('homework'),
    ({ sentence }) => tellsScore(sentence),
    ({ sentence }) => tellsNextDate(sentence),
    ({ slots }) => slots.has('interventions'),
  ];
  const first = musts.map((must) => reads.findIndex(must)).filter((index) => index >= 0);
  return [...new Set([...ranked, ...first])].sort((left, right) => left - right).map((index) => statement(reads[index]!.sentence));
}

function statement(sentence: Sentence): Statement {
  return { text: sentence.text.replace(/\s+/g, ' '), citations: [citation(sentence)] };
}

function citation({ text, start, end }: Sentence): Citation {
  return { quote: text, start, end };
}
