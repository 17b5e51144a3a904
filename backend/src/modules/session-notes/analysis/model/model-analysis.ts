import { Citation, NoteAnalysis, RiskCue, STATEMENT_LISTS, Statement, SupportedAnalysis, supported } from '../analysis';
import { MaskedText } from './known-names';
import { claimedBy, ModelAnswer } from './model-answer';
import { normalized } from '../../../../common/search/normalized';

/** Half a word of this many letters is the same word in another form: "slept" and "sleep". */
const STEM = 3;
/** A theme names something in words of its own, a few of them; more than that says something. */
const WORDS_OF_THEME = 6;
/** In place of a reason that the quoted sentence does not bear out. */
const NO_REASON = 'The model took this sentence for a cue.';
const LITTLE = new Set('the and that this with from about into they them their she her his him has had have was were been for not but who what when which client therapist patient session note'.split(' '));

/**
 * What a model said about the masked text, as far as the text supports it: quotes have to stand there, numbers and addresses too, and a
 * sentence of a statement has to share a word with what it quotes (a theme names something in words of its own). The names are put back.
 */
export function modelAnalysis(answer: ModelAnswer, masked: MaskedText, model: string): SupportedAnalysis {
  const { analysis, dropped } = supported(claimedBy(answer, { name: 'OpenAI', version: model }), masked.text);
  const lists = Object.fromEntries(
    STATEMENT_LISTS.map((name) => [name, analysis[name].filter((statement) => rests(statement, masked.text, name === 'themes')).map((statement) => restored(statement, masked))]),
  ) as Record<(typeof STATEMENT_LISTS)[number], Statement[]>;
  const kept = STATEMENT_LISTS.reduce((sum, name) => sum + lists[name].length, 0);
  const all = STATEMENT_LISTS.reduce((sum, name) => sum + analysis[name].length, 0);
  const risk_cues = analysis.risk_cues.map((cue): RiskCue => {
    const citations = placed(cue.citations, masked);
    const why = rests({ text: cue.why, citations: cue.citations }, masked.text) ? masked.restore(cue.why, cue.citations) : NO_REASON;
    return { ...cue, why, citations, quote: citations[0]!.quote };
  });
  return { analysis: { ...analysis, ...lists, risk_cues }, dropped: dropped + all - kept };
}

/** The rules' cues first: whatever a model leaves out, or is made to leave out, is not missing. */
export function withCuesOfRules(analysis: NoteAnalysis, rules: NoteAnalysis): NoteAnalysis {
  const overlaps = (cue: RiskCue, other: RiskCue) => cue.kind === other.kind && cue.citations.some((one) => other.citations.some(({ start, end }) => one.start < end && start < one.end));
  const more = analysis.risk_cues.filter((cue) => !rules.risk_cues.some((other) => overlaps(cue, other)));
  const risk_cues = [...rules.risk_cues, ...more].sort((one, other) => one.citations[0]!.start - other.citations[0]!.start);
  return { ...analysis, risk_cues, remarks: rules.remarks.length > 0 ? [...analysis.remarks, ...rules.remarks] : analysis.remarks };
}

function rests({ text, citations }: Statement, source: string, isTheme = false): boolean {
  const facts = [...(text.match(/\d+(?:[.:/]\d+)*|\b(?:https?:|www\.)\S+/gi) ?? []), ...text.split(/\s+/).filter((word) => /\S@\S/.test(word))];
  if (facts.some((fact) => !source.includes(fact))) return false;
  if (isTheme && text.trim().split(/\s+/).length <= WORDS_OF_THEME) return true;
  const quoted = new Set(citations.flatMap(({ quote }) => stems(quote)));
  return text.split(/(?<=[.!?])\s+/).every((sentence) => {
    const said = stems(sentence);
    return said.length === 0 || said.some((stem) => quoted.has(stem));
  });
}

function stems(text: string): string[] {
  const words = normalized(text.replace(/\[[A-Z_\d]+\]/g, ' ').toLowerCase(), 'NFD').replace(/\p{M}/gu, '').match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !LITTLE.has(word)).map((word) => word.slice(0, STEM));
}

function restored({ text, citations }: Statement, masked: MaskedText): Statement {
  return { text: masked.restore(text, citations), citations: placed(citations, masked) };
}

function placed(citations: readonly Citation[], masked: MaskedText): Citation[] {
  return citations.map(({ start, end }) => masked.place(start, end));
}
