import type { Sentence } from './sentences';

/** What a sentence of a note can be about, beside what it says; it may be several. */
export type Slot = 'interventions' | 'homework' | 'progress' | 'next_steps';

const TECHNIQUE =
  /\b(?:cbt|dbt|emdr|act|ifs|erp|cognitive (?:restructuring|reframing|defusion|distortions?)|reframe?(?:d|ing)|thought (?:record|log|diary|challenging)s?|socratic|exposure|desensiti[sz]ation|mindful\w*|ground(?:ing|ed)|breath(?:ing|work)|relaxation|motivational interviewing|psycho-?educat\w+|behaviou?ral (?:activation|experiments?)|validat(?:ed|ion|ing)|role[- ]?play\w*|safety plan\w*|solution[- ]focused|miracle question|reflective listening|active listening|narrative|chair ?work|empty chair|parts work|inner child|attachment[- ]based|emotion(?:al)? regulation|distress tolerance|opposite action|interpersonal effectiveness|values (?:work|clarification)|defusion|body scan|guided imagery|problem[- ]solving|skills? training|assertiveness|boundar(?:y|ies) (?:setting|work)|coping (?:skills?|strateg\w+|plan)|worry time|sleep hygiene|imagery rescripting|resourcing|bilateral stimulation|genogram|play therapy|sand ?tray|art therapy)\b/i;
const THERAPIST_DID =
  /\b(?:(?:therapist|clinician|writer|we|i|counselor|tx) (?:then |also )?(?:used|introduced|taught|modell?ed|practi[sc]ed|explored|reviewed|provided|processed|challenged|validated|normali[sz]ed|reflected|facilitated|guided|discussed|completed|developed|encouraged|supported|assisted|identified|helped))\b/i;
const DONE = /\b(?:used|introduced|taught|modell?ed|practi[sc]ed|explored|reviewed|provided|processed|challenged|validated|normali[sz]ed|facilitated|guided|completed|developed|led|worked (?:on|with|through))\b/i;
const HOMEWORK =
  /\b(?:homework|hw|between sessions?|assign(?:ed|ment)|(?:agreed|agrees|committed|plans?|planning|encouraged|asked|will|to) (?:to )?(?:keep (?:a|using|the|up)|practi[sc]e|complete|track|log|journal|try|write|read|fill|record|rehearse|schedule (?:one|two|a|pleasant)|go for|walk|call (?:a|her|his|one)|use (?:the|her|his)|do (?:the|one|daily)|monitor|notice|start|continue (?:the|her|his|using|practi|journal|daily|with the)))\b/i;
const LOOKS_BACK = /\b(?:did(?:n['’]t| not)|completed|finished|forgot|was done|not done|partially|reviewed|last week['’]?s?|brought (?:in )?|handed in|had (?:done|practi[sc]ed|kept))\b/i;
const SCORE = /\b(?:phq-?\s?9|phq-?\s?2|gad-?\s?7|pcl-?\s?5|bdi(?:-ii)?|bai|ors|srs|dass(?:-21)?|core-?10|suds?|ybocs|y-bocs|audit(?:-c)?|epds|madrs|ham-?d|isi|gaf|oq-?45)\b\D{0,30}\d{1,3}|\b\d{1,2}\s?(?:\/|out of)\s?(?:10|27|21|100)\b/i;
const PROGRESS =
  /\b(?:improv\w+|progress\w*|better|worse(?:ning|ned)?|decreas\w+|reduc(?:ed|tion)|increas\w+|less (?:anxious|often|frequent|intense|depressed)|more (?:confident|often|able|hopeful|energy)|fewer|unchanged|no change|stable|achiev\w+|goal (?:met|reached)|partially met|set ?back|relapse[ds]?|regress\w+|plateau\w*|managed to|was able to|first time (?:since|in)|since last (?:session|week|visit)|gains?|succe(?:ss|eded|ssful)\w*|responded well|deteriorat\w+|declin(?:ed|ing))\b/i;
const WHEN = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|in (?:\d+|one|two|three|four|six) (?:days?|weeks?|months?)|next (?:week|month)|weekly|biweekly|fortnight\w*|tomorrow)\b/i;
const NEXT =
  /\b(?:next (?:session|appointment|visit|meeting|time|week|steps?|appt)|follow(?:ing)?[- ]?up|f\/u|return(?:s|ing)? (?:in|on|to (?:clinic|therapy))|rtc|refer(?:red|ral|ring)?|will (?:review|revisit|explore|continue|meet|coordinate|consult|contact|reassess|discuss|see|begin|introduce|focus)|continue (?:with|weekly|biweekly|to (?:meet|monitor|work|explore|assess))|schedul(?:e|ed|ing)|consult(?:ation)? with|coordinate(?:d)? (?:care )?with|plan(?:s|ned)? (?:is )?to|reassess|monitor (?:for|mood|risk)|re-?evaluate)\b/i;

const SECTIONS: readonly [RegExp, Slot][] = [
  [/^(?:interventions?|techniques? used)$/, 'interventions'],
  [/^(?:homework|between sessions?)$/, 'homework'],
  [/^(?:progress|response|goals?|scores?|measures?)$/, 'progress'],
  [/^(?:plan|treatment plan|next .*|follow.*)$/, 'next_steps'],
];

/** The slots that a sentence fills, by its heading and by its words. */
export function slotsOf({ text, section }: Sentence): Set<Slot> {
  const slots = new Set<Slot>(SECTIONS.filter(([heading]) => heading.test(section)).map(([, slot]) => slot));
  const looksBack = LOOKS_BACK.test(text);
  if ((TECHNIQUE.test(text) && (DONE.test(text) || THERAPIST_DID.test(text))) || (THERAPIST_DID.test(text) && section === 'intervention')) slots.add('interventions');
  if (HOMEWORK.test(text)) slots.add(looksBack && /\b(?:homework|hw|assign)/i.test(text) ? 'progress' : 'homework');
  if (SCORE.test(text) || PROGRESS.test(text)) slots.add('progress');
  if (NEXT.test(text) && !looksBack) slots.add('next_steps');
  return slots;
}

/** Does the sentence tell a questionnaire's sum or another score? */
export function tellsScore({ text }: Sentence): boolean {
  return SCORE.test(text);
}

/** Does the sentence say when it goes on? */
export function tellsNextDate({ text }: Sentence): boolean {
  return NEXT.test(text) && WHEN.test(text);
}
