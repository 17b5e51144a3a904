import { isFiction, isHyperbole, isJoke } from './risk-idioms';
import type { RiskTerm } from './risk-term';
import { pattern } from './risk-vocabulary';

/** Whose it is, when, and whether at all: only the first three are shown as cues. */
export const ASSERTIONS = ['present', 'uncertain', 'history', 'past', 'denied', 'conditional', 'someone else', 'figure of speech'] as const;
export type Assertion = (typeof ASSERTIONS)[number];

/** A finding in its sentence. */
export interface Finding {
  /** The whole sentence, figures of speech struck out. */
  words: string;
  start: number;
  end: number;
  /** Where other findings of the sentence lie: a list of them is denied together. */
  others: readonly [number, number][];
  term: RiskTerm;
}

/** "Did not deny" and its like affirm; they are taken away before anything is looked at as a denial. */
const AFFIRMING = /\b(?:(?:do|does|did|can|could|would|will) not|never|not|unable to|nor) (?:\w+ )?(?:den(?:y|ies|ied|ying)|rule(?:d)? out|exclude[d]?|discount(?:ed)?|hide|conceal|dispute[ds]?)|not (?:ruled|without|free)|\bno (?:change|improvement|decrease|reduction|let ?up|relief) (?:in|of|from)|\bnot (?:only|just|merely|the first time|been honest about|told|tell(?:ing)?|shar(?:ed|ing)|disclosed to|stopped|been able to stop|improv\w+|resolved|gone|going away|better|told anyone|respond\w*|sure|certain|convinced|clear|surpris\w+|safe|able|unusual|uncommon|answer\w*|respond\w*|repl(?:y|ied)|look\w*|elaborat\w*|discuss\w*|talk about|open up|explain\w*|joking|kidding)|\b(?:can|could) not (?:stop|help|resist|control|shake|get rid of|sleep|guarantee|promise|contract|say)|\b(?:do|does|did|has|have|had) not (?:stop(?:ped)?|resolve[d]?|tell|told|go away|gone away|share[d]? with|know|feel (?:safe|able|like (?:she|he|they|i))|sleep|slept|eat|eaten)|\bno (?:longer (?:denies|hides|able|feels safe)|wonder|one (?:knows|believes|is aware)|days? without)|\bden(?:y|ies|ied) (?:any )?(?:intent|plan|means|intention|plans)(?= but| though| however)|\bnever (?:goes|went|stops|stopped|without|tells|told)|\bnobody knows/g;
const DENIAL = /\b(?:den(?:y|ies|ied|ying|ial of)|refut(?:es|ed)|negative (?:for|screen for|si)|absence of|absent|free (?:of|from)|ruled? out|rule(?:s|d)? out|disavow(?:s|ed)|disclaim(?:s|ed)|rejects? any|declin(?:es|ed) (?:any|having)|nil|lacks?|lacking|no longer (?:has|having|feels|feeling|experienc\w+|endors\w+|report\w*|engag\w+|wants|think\w*|believ\w+)?|free)\b/g;
const NEGATION = /\b(?:no|not|never|without|none|neither|nor|zero|non)\b/g;
/** A new statement begins: nothing that was denied before it is denied after it. */
const TURN = /;|\s[.!?]\s|\b(?:but|however|although|though|yet|except(?: for)?|aside from|apart from|other than|besides|instead|nevertheless|nonetheless|whereas|while|then|because|since|until|unless|despite|when(?! (?:directly |specifically )?(?:asked|questioned|screened|prompted))|after|where|positive for|even so|still)\b/g;
const SAYING = /\b(?:endors(?:es|ed|ing)|report(?:s|ed|ing)|admit(?:s|ted|ting)|acknowledg(?:es|ed|ing)|stat(?:es|ed|ing)|says|said|saying|describ(?:es|ed|ing)|disclos(?:es|ed|ing)|express(?:es|ed|ing)|reveal(?:s|ed|ing)|shar(?:es|ed|ing)|confid(?:es|ed|ing)|confess(?:es|ed|ing)|voic(?:es|ed|ing)|told|tells|presents?|presented|mention(?:s|ed|ing)|continues|wants|wishes|feels|keeps|experienc(?:es|ed|ing)|has been|have been|had been)\b/g;
const STARTS_CLAUSE = /,\s+(?:and )?(?:then )?(?:she|he|they|i|client|we|it|now|today|there|wants|wishes|feels|keeps|has|is|was|had|would|says|said|cries|cried|also|just|only|some|mostly|passive)\b|\band (?:she|he|they|i|client|now|is|was|has|had|wants|wishes|feels|keeps|would)\b/g;
/** Still going on, or back: said of a finding, it is no history. */
const NOW = /\b(?:again|now|currently|current|today|tonight|yesterday|recent(?:ly)?|still|ongoing|(?:this|last|past) (?:week|night|weekend|month|morning|evening|few|\d+|two|three|several)|past (?:two|three|couple)|(?:\d+|two|three|four|few|couple of|several) (?:hours?|days?|weeks?|nights?) ago|resum(?:ed|ing)|return(?:ed|ing)|resurfac\w+|resurg\w+|came back|come back|crept|creep\w*|back in|reemerg\w*|re emerg\w*|coming back|are back|is back|back again|continu\w+|relaps\w+|recurr\w+|worse(?:ning)?|escalat\w+|increas\w+|started|has been|have been|every (?:day|night|week)|daily|nightly|lately|since (?:last|the|monday|tuesday|wednesday|thursday|friday|saturday|sunday|our)|most (?:days|nights)|at times|active)\b/;
const PAST = /\b(?:history|past(?! (?:week|few|month|two|three|couple|several|\d+|day|night|weekend))|previous(?:ly)?|prior|former(?:ly)?|years? ago|decades? ago|months ago|long ago|a long time ago|(?:in|since|back in|circa|around|summer|winter|spring|fall|fall of|of) (?:19|20)\d\d|as (?:a|an) (?:\w+ )?(?:child|kid|teen\w*|adolescent|youth|boy|girl|minor|young\w*|freshman|sophomore|junior|student|infant)|in (?:her|his|their|my) (?:early |late |mid )?(?:teens|twenties|thirties|20 ?s|30 ?s|childhood|youth|adolescence|marriage|first marriage|previous (?:relationship|marriage))|(?:in|at|during) (?:sixth form|(?:1?[0-9](?:th|st|nd|rd)) grade|boarding school|secondary school|(?:her|his|my) (?:army|school|student|college) (?:days|years|time)|the (?:19)?[5-9]0 ?s|the (?:fifties|sixties|seventies|eighties|nineties)|(?:her|his) first (?:degree|pregnancy))|until (?:19|20)\d\d|at (?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty\w*)|(?:ten|fifteen|twenty|thirty|forty|\d\d) years (?:on|later|back)|in (?:college|high school|middle school|elementary school|grade school|university|adolescence|childhood|grad school|basic training|foster care)|childhood|(?:when|while) (?:she|he|they|i|client) (?:was|were) (?:a |in |at |only |about |just |around )*(?:\d+|young\w*|little|teen\w*|child|kid|girl|boy|high school|college|school|foster|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)|(?:at|from|until|since) (?:age|the age of|ages) \w+|at (?:1[0-9]|[5-9]|2[0-9])(?! (?:am|pm|:))|used to|back then|growing up|remote(?:ly)?|lifetime|first (?:husband|wife|marriage)|in remission|formerly|survivor of|earlier in life|a decade|before (?:that|then|treatment|therapy|sobriety|getting sober|starting|she got sober|he got sober)|during (?:her|his|the) (?:teens|adolescence|divorce years))\b/;
const OVER = /\b(?:(?:has |had |have )?never (?:[a-z]+ ){0,4}again|(?:over|more than) (?:\w+ )?(?:years|decades) ago|(?:fully|long|completely|since) recovered|recovered (?:fully|completely|well|since|long)|(?:nothing|not|none|never|no drop|well|dry|clean|stable|free|abstinent|happily) (?:of the kind |like (?:it|that) |ever |been |again )?since|(?:fully )?remitted|work(?:ed|s) (?:it|this|that|them) through|(?:long )?(?:processed|laid (?:it )?to rest|behind (?:her|him|me|them)|settled|closed)|closed chapter|chapter is closed|another lifetime|remarried|overcame|overcome|none (?:since|now|current\w*|at (?:this|present))|not (?:since|in (?:over |more than |about |at least )?(?:a|\d+|\w+) (?:years?|months?|decades?)|any ?more|anymore|now|current\w*|for years|for (?:\d+|\w+) years)|no longer|resolved|stopped|remission|sober|(?:clean|free|abstinent) (?:for|since)|no (?:current|recent|episodes? since|incidents? since|urges since|relapse|such thoughts|recurrence|reoccurrence|thoughts since)|without (?:recurrence|incident)|has not (?:\w+ ){0,2}(?:since|in|for)|have not (?:\w+ ){0,2}(?:since|in|for)|all in the past|long over|safe now|denies (?:current|any current|now|present|any (?:since|recent)))\b/;
const IF = /\b(?:if|in case|in the event|should (?:she|he|they|client|i|any|thoughts|symptoms|suicidal|urges|self|these)|were (?:she|he|they|client) to|whenever|unless|when or if|should (?:anyone|anybody|someone|a client)|lest)\b(?! (?:i|she|he|they) (?:had|have) (?:a |the )?(?:gun|pills|guts|courage))/g;
const ASKED = /\b(?:ask(?:s|ed|ing)? (?:\w+ ){0,2}(?:about|if|whether|regarding|directly)|assess(?:ed|ing|es)?(?: \w+)? (?:for|of|whether)|screen(?:ed|ing|s)? (?:for|of)?|inquir(?:ed|ing|es|y) (?:about|into|regarding)|explor(?:ed|ing)? (?:for|whether)|evaluat(?:ed|ing|es) (?:for|of)|monitor(?:ed|ing|s)? (?:for|of)|query(?:ing)? (?:for|about)?|educat(?:ed|ion|ing) (?:\w+ )?(?:on|about|regarding|around)|psychoeducation|normali[sz]ed|(?:warning|red flag|risk) signs?(?: of| for)?|warning signs|risk factors? (?:for|of)|safety plan(?:ning)?(?: for| includes| addresses| regarding)?|handout|resources (?:for|on|about|regarding)|provided (?:information|resources|psychoed\w*|education)|crisis plan|myths|prevent(?:s|ed|ing|ion of)?|protective factors|coping (?:plan|card|skills) for|prevention|support group for|discussed (?:how|what) to|reviewed (?:the )?(?:policy|protocol|procedure|signs|form|plan)|consent (?:form|process)|limits of)\b/g;
const ANSWERED = /\b(?:yes|yeah|sometimes|occasionally|nod(?:s|ded|ding)|admitt?(?:s|ed)?|endors(?:es|ed|ing)|acknowledg\w+|maybe|hesitat\w+|silent|silence|shrug\w*|avoid\w*|would not (?:answer|say|elaborate|look|respond)|did not (?:answer|respond|reply|say|deny)|paus(?:e|ed)|tear(?:y|ed|s|ful)|cri(?:es|ed)|crying|looked (?:away|down)|unsure|do not know|not sure|whispered|chang(?:ed|es) the subject|quiet|evasive|vague|minimi[sz]\w+|confirm\w*|affirm\w*|disclos\w+|positive|half ?hearted\w*|broke down|became guarded|guarded|deflect\w*|refus\w+|declined to (?:answer|say|discuss)|laughed it off|endorsement|given (?:current|recent|her|his|increase\w*|ongoing|today)|due to (?:current|recent|her|his|increase\w*|ongoing|today|elevated|disclosed)|because of (?:current|recent|her|his|increase\w*|ongoing))\b/;
const AFTER_DENIAL = /^ ?(?:(?:thoughts?|ideation|plan|plans|intent|urges?|behaviou?rs?|means|or|and|self|harm|to|others|homicidal|suicidal|hallucinations|, |\/ |injury|risk|concerns?|abuse|was|were|is|are|have been|has been|had been|:|=|,|\/|assessed and|screen|screening|domestic|violence|attempts?|paranoia|delusions|passive|active|current|today|symptoms?|features|in|the|at|home|house|access) ){0,9}?(?:denie[sd](?: by \w+)?|none(?: (?:reported|noted|endorsed|observed|disclosed|indicated|elicited|identified|expressed))?|absent|nil|negative|neg|n \/ a|ruled out|not (?:endorsed|reported|present|noted|observed|indicated|elicited|disclosed|voiced|expressed|evident|identified|a concern|an issue|at this time|acknowledged|apparent|detected|suspected|seen|mentioned|current)|no(?= (?:[.,;)]|$|at this time|current|concerns|today|evidence|reported|issues))|no$|low|unlikely|resolved|remitted|0(?= |$)|unfounded|unsubstantiated|false|no concerns?)(?= (?:[.,;:)/]|today|at (?:this|present)|this|currently|by|during|when|on|and|for|throughout|again|per|in session|since|or)|$)/;
const UNSURE = /\b(?:may|might|maybe|possib\w+|perhaps|unclear|ambivalen\w+|unsure|not sure|suspect\w*|question\w*|wonder\w*|\?|concern\w*|likely|appears?|seems?|could be|worried|afraid|alleged\w*|rule out|r \/ o)\b/;
const ROUTINE = /\b(?:suicide|homicide|self harm|abuse|violence|hallucinations?|psychosis) (?:prevention|risk|questions?|education|resources|info|information|materials|paper|research|statistics|rates?|study|topic|story)\b/;

/** To be afraid of death is not to want it. */
const FEAR_OF_DEATH = /\b(?:afraid|fear\w*|scared|terrified|phobi\w+|panic\w*|worr(?:y|ies|ied)|anxi\w+|dread\w*) (?:\w+ ){0,3}(?:death|dying|die|flying|planes?|crash\w*|heights|driving|illness|cancer)\b/;

/** Reads what stands around a finding, by rules in the manner of NegEx and ConText. */
export function assertionOf(finding: Finding, original: string): Assertion {
  const { words, start, end } = finding;
  const before = words.slice(0, start);
  const after = words.slice(end);
  if (isFiction(before, words)) return 'someone else';
  if (isHyperbole(original) || (isJoke(original) && /\b(?:like|expression|not literal\w*|figure of speech|lol|jk|kidding)\b/.test(original))) return 'figure of speech';
  if (isDenied(finding)) return 'denied';
  if (finding.term.wide && finding.term.kind === 'suicide' && FEAR_OF_DEATH.test(original)) return 'figure of speech';
  if (isSomeoneElse(finding)) return 'someone else';
  if (isConditional(before, after, words)) return 'conditional';
  if (isPast(finding)) return finding.term.act && !OVER.test(words) ? 'history' : 'past';
  return UNSURE.test(words) ? 'uncertain' : 'present';
}

function isDenied(finding: Finding): boolean {
  const { words, start, end } = finding;
  const after = words.slice(end);
  if (AFTER_DENIAL.test(after)) return true;
  const before = words.slice(0, start).replace(AFFIRMING, (found) => found.replace(/[a-z]/g, '+'));
  const scope = before.slice(lastTurn(before));
  const denial = last(scope, DENIAL);
  if (denial !== undefined) return reaches(finding, scope, denial, true);
  const negation = last(scope, NEGATION);
  return negation !== undefined && reaches(finding, scope, negation, false);
}

/** Where the statement that a finding belongs to begins. */
function lastTurn(before: string): number {
  let at = 0;
  for (const match of before.matchAll(TURN)) at = match.index + match[0].length;
  for (const match of before.matchAll(SAYING)) {
    const lead = before.slice(0, match.index);
    const negated = /\b(?:not|never|no|nor|without|den(?:y|ies|ied|ying)|or|longer)(?: (?:ever|currently|have|having|been|be|any|to|openly|directly|spontaneously|actively))* $/.test(lead);
    if (!negated && match.index > at) at = match.index;
  }
  for (const match of before.matchAll(STARTS_CLAUSE)) if (match.index > at) at = match.index;
  return at;
}

/** Does a denial reach the finding? It does along a list, and not over into what is said next. */
function reaches({ words, start, end, others }: Finding, scope: string, from: number, strong: boolean): boolean {
  const offset = start - scope.length;
  const between = scope.slice(from);
  const commas = between.split(',').length - 1;
  const segment = between.slice(between.lastIndexOf(',') + 1);
  const tail = words.slice(end).split(/[,;]|\s[.!?]/)[0] ?? '';
  const listed = /\b(?:or|nor|and|\/|&)\b/.test(segment) || /^ ?(?:or|nor|and|any|no|other|\/|&)\b/.test(segment.trim()) || /^ ?(?:and|or|nor|\/|&)(?: |$)/.test(words.slice(end));
  if (commas > 0 && !listed) {
    const rest = words.slice(end);
    const goesOn = /^[^;.,]*,[^;.]*\b(?:or|nor|and)\b/.test(rest) || /^ ?,/.test(rest) || /\b(?:or|nor)\b/.test(tail);
    const itself = segment.trim().split(' ').filter(Boolean).length + words.slice(start, end).split(' ').length + tail.trim().split(' ').filter(Boolean).length;
    if (!goesOn && (itself > 4 || NOW.test(`${segment} ${tail}`))) return false;
  }
  if (strong) return true;
  const risky = others.some(([left, right]) => left >= offset + from && right <= start) || /\b(?:plan|plans|intent|intention|means|evidence|signs?|symptoms|current|concerns?|thoughts?|ideation|acute|immediate|reported|safety|issues?|active|passive|risk|history)\b/.test(between);
  if (!risky && (commas > 0 || /\band\b/.test(between))) return false;
  return between.split(' ').length <= (risky ? 30 : 9);
}

function last(text: string, words: RegExp): number | undefined {
  let found: number | undefined;
  for (const match of text.matchAll(words)) found = match.index;
  return found;
}

function isConditional(before: string, after: string, words: string): boolean {
  const clauseStart = Math.max(before.lastIndexOf(';'), before.lastIndexOf(' . '), before.lastIndexOf(' ? '), 0);
  const clause = before.slice(clauseStart);
  const question = /^[^.;]*\?/.test(after) && !/\b(?:i|my|me)\b/.test(`${clause}`) && /\b(?:you|your|yourself|any|ever)\b/.test(words);
  if (question && !ANSWERED.test(words.slice(words.indexOf('?')))) return true;
  const asked = last(clause, ASKED);
  if (asked !== undefined) {
    const turn = lastTurn(clause);
    if (turn <= asked && !ANSWERED.test(words)) return true;
  }
  if (ROUTINE.test(words) && !/\b(?:high|elevated|moderate|imminent|acute|increased|severe)\b/.test(words) && /\b(?:discuss\w*|review\w*|provid\w*|gave|complet\w*|conduct\w*|attend\w*|stud\w*|research\w*|writ\w*|train\w*)\b/.test(clause)) return true;
  if (/\bshould $/.test(before) && /^(?:thoughts?|symptoms|urges?|self|any)\b/.test(words.slice(before.length))) return true;
  const condition = last(clause, IF);
  if (condition === undefined) return false;
  const lead = clause.slice(0, condition);
  if (/\b(?:as|even|feels?|felt|not sure|unsure|wonder\w*|know|care[sd]?|mind)\s*$/.test(lead)) return false;
  // What follows the condition's own clause is the threat itself: "if he leaves, I will …".
  const inside = clause.slice(condition).replace(/^\S+\s+/, '');
  return !/,|\bthen\b|\b(?:i|she|he|they|client) (?:would|will|is going|am going|might|may|plans?|threatens?|wants?|says|swears)\b/.test(inside) || /^(?:she|he|they|i|client) (?:would|will|might|may|wants?) \S*\s*$/.test(inside);
}

function isPast({ words, start, end, term }: Finding): boolean {
  const before = words.slice(0, start);
  const after = words.slice(end);
  const lead = before.slice(Math.max(lastOf(before, /;|\bbut\b|\bhowever\b|\s\.\s/g), 0));
  const tail = after.split(/;|\bbut\b|\bhowever\b|\bthough\b|\balthough\b|\band (?:now|again|recently|currently|still)\b|\s\.\s/)[0] ?? '';
  const clause = `${lead} ${words.slice(start, end)} ${tail}`.replace(/ +/g, ' ');
  if (!PAST.test(clause)) return false;
  const nearby = `${lead.slice(lead.lastIndexOf(',') + 1)} ${words.slice(start, end)} ${tail.split(',')[0]}`;
  const back = NOW.test(nearby) || (!PAST.test(nearby) && !OVER.test(words));
  if (back && !OVER.test(words)) return false;
  if (term.kind === 'self_harm' && OVER.test(words)) return true;
  // An old wound that is over is the past; an act that is nowhere said to be over stays a cue.
  return term.act || !/\b(?:and (?:again|now|currently|still)|recently again|resurfac\w*|return\w*)\b/.test(after);
}

/** Is something told of long ago, or as being over? */
export function isToldAsPast(words: string): boolean {
  return PAST.test(words) || OVER.test(words);
}

function lastOf(text: string, words: RegExp): number {
  return last(text, words) ?? 0;
}

const KIN = pattern('{kin}|uncles|aunts|friends|cousins|brothers|sisters|neighbor|victim|people|patients|kids at school');
const CHILD = pattern('{child}');
const AS_OBJECT = /\b(?:to|with|from|by|at|about|against|for|of|told|tell|tells|telling|text(?:s|ed)?|call(?:s|ed)?|ask(?:s|ed)?|let|see|saw|miss(?:es|ed)?|after|like|than|left|leave|blames?|hates?|hated|loves?|loved|between|without|near|around|into|on|over|hurt|hit|kill|loss of|losing|lost|visit(?:s|ed)?|contact(?:ed)?|notif\w+|informed|disclosed to|argu\w+ with|fight\w* with|dump\w+|divorc\w+|leaving|married|marry|hugged|thank\w*)(?: (?:my|her|his|their|your|the|a|an|that|new|current|\w+ 's|old|former|best|older|younger|late|own|client|childhood|own|close|estranged|of))*\s*$/;
const FEMALE = /\b(?:mother|mom|sister|aunt|grandmother|grandma|wife|girlfriend|niece|stepmother|stepmom|daughters?|woman|ex wife|ex girlfriend)\b/;
const MALE = /\b(?:father|dad|brother|uncle|grandfather|grandpa|husband|boyfriend|nephew|stepfather|stepdad|sons?|man|guy|ex husband|ex boyfriend)\b/;
const QUOTED = /\b(?:says?|said|saying|tells?|told|text(?:s|ed|ing)|admit(?:s|ted)?|confess(?:es|ed)?|threat(?:ens|ened|ening)|post(?:s|ed)|wrote|call(?:ed|s) (?:her|him|me|client) (?:and )?)\b/;
/** What relatives tell and find is about the client. */
const INFORMING = /^ (?:has |had |have |also |recently |is |was |are |called |in |, )*(?:found|finds|finding|notic(?:es|ed)|discover(?:s|ed)|report(?:s|ed)?|observ(?:es|ed)|saw|concerned|worried|alarmed|brought|walked in on|caught|overheard|expressed concern|informed|shared|contacted|left a voicemail|emailed|caring)\b(?! (?:out|her|his) (?:own )?)/;
/** The living do not say this of themselves: someone else has died. */
const OF_THE_DEAD = /\b(?:died|dies|lost|losing|loss|bereave\w*|grie(?:f|v\w+)|mourn\w*|anniversary|funeral|death|completed|committed|took (?:his|her|their) own li(?:fe|ves)|hung (?:him|her)self|killed (?:him|her|them)sel\w+|shot (?:him|her)self|passed away|witnessed|discovered|found)\b/;

/** What comes after is what somebody holds to be so: a delusion about others is one's own. */
const BELIEF = /\b(?:believ\w+|convinced|insist\w*|certain|suspect\w*|thinks?|claims?) /;
/** Somebody has died or may die, and that is what the sentence is about. */
const GRIEF = new RegExp(`\\b(?:grie(?:f|v\\w+)|mourn\\w*|bereave\\w*|funeral home|condolence\\w*|widow\\w*|miscarr\\w+|stillb\\w+|(?:dog|cat|pet|horse|patient) (?:\\w+ )?(?:died|dying|death)|anniversary)\\b|${KIN.source} (?:'s )?(?:\\w+ ){0,4}(?:died|dies|dying|death|dead|funeral|grave|in heaven)(?![a-z])|(?:died|dying|death|dead|funeral|grave|loss|passing) (?:of )?(?:\\w+ ){0,2}${KIN.source}`);

function isSomeoneElse(finding: Finding): boolean {
  const { words, start, end, term } = finding;
  if (term.from === 'others') return isAboutOtherVictim(finding);
  const match = words.slice(start, end);
  const after = words.slice(end);
  const before = words.slice(0, start);
  const nearKin = (text: string) => [...text.matchAll(KIN)].length > 0;
  if (/^(?:suicid|overdos)/.test(match) && (/^(?: attempt)? (?:of|by) (?:a |an |the |her |his |my |their |client 's )?(?:\w+ )?/.test(after) && nearKin(after.split(' ').slice(0, 7).join(' ')))) return true;
  if (term.kind !== 'psychosis' && /'s (?:\w+ ){0,3}$/.test(before) && nearKin(before.split(' ').slice(-7).join(' ')) && !/\b(?:house|home|gun|pills|medication|meds|car|razor|funeral)\s*(?:\w+ )?$/.test(before)) return true;
  if (/\b(?:family|maternal|paternal) (?:history|hx|member)\b[^;.]*$/.test(before) || /^[^;.]*\bin (?:the |her |his )?family\b/.test(after)) return true;
  const client = /\b(?:client|i|she|he|they)\b/;
  if (/\b(?:lost|losing|loss of|grieving|mourning)\b[^;.]*\bto $/.test(before) || (/\b(?:died|dead) (?:by|of|from) $/.test(before) && !client.test(before.slice(-30).replace(/\b(?:died|dead).*/, '').split(' ').slice(-3).join(' ')))) return true;
  if (term.wide && term.kind === 'suicide' && GRIEF.test(words) && !/\b(?:{self}|myself|himself|herself|joining|join|be with|also wants?|too)\b/.test(words)) return true;
  const belief = BELIEF.exec(before);
  const subject = subjectOf(belief && term.kind === 'psychosis' ? before.slice(0, belief.index) : before);
  if (subject === undefined) return false;
  if (term.kind === 'postpartum' && /^(?:mom|mother|parent)/.test(subject)) return false;
  const child = [...subject.matchAll(CHILD)].length > 0;
  if (child && !OF_THE_DEAD.test(words) && !PAST.test(words)) return false;
  return true;
}

/** The last person who is the subject in what stands before a finding, unless that is the client. */
function subjectOf(before: string): string | undefined {
  const clause = before.slice(lastOf(before, /;|\bbut\b|\bhowever\b|\s\.\s|\s\?\s/g));
  let other: string | undefined;
  let otherEnd = 0;
  const persons = [...clause.matchAll(KIN), ...clause.matchAll(CHILD), ...clause.matchAll(/(?<![a-z0-9])(?:i|she|he|they|client|therapist|writer|clinician)(?![a-z0-9])/g)].sort((a, b) => a.index - b.index);
  for (const person of persons) {
    const name = person[0];
    const lead = clause.slice(0, person.index);
    const next = clause.slice(person.index + name.length);
    if (['i', 'client', 'therapist', 'writer', 'clinician'].includes(name) || (other !== undefined && INFORMING.test(clause.slice(otherEnd, person.index)))) other = undefined;
    else if (['she', 'he', 'they'].includes(name)) {
      if (other === undefined) continue;
      const middle = clause.slice(otherEnd, person.index);
      const sameSex = (name === 'she' && !MALE.test(other)) || (name === 'he' && !FEMALE.test(other)) || name === 'they';
      if (!(sameSex && QUOTED.test(middle) && !/\b(?:and|because|since|so|when|,)\s*$/.test(middle)) && !/\bwho\s*$/.test(lead)) other = undefined;
    } else if (!/^ 's\b/.test(next) && !AS_OBJECT.test(lead) && !/\b(?:and|or|,) (?:(?:her|his|my|their|the) )?$/.test(lead.replace(/(?<!.).*\b(?:because|since|when|that|after)\b/, 'x')) ) {
      other = name;
      otherEnd = person.index + name.length;
    } else if (/^ who\b/.test(next)) {
      other = name;
      otherEnd = person.index + name.length;
    }
  }
  return other !== undefined && INFORMING.test(clause.slice(otherEnd)) ? undefined : other;
}

/** Somebody hurts somebody: a cue when that is the client or a child, none when it is another grown-up. */
function isAboutOtherVictim({ words, start, end }: Finding): boolean {
  const match = words.slice(start, end);
  const before = words.slice(0, start);
  if (/\b(?:me|client|child\w*|kids?|sons?|daughters?|baby|infant)\b/.test(match)) return false;
  const passive = /^(?:is|was|were|being|been|gets?|got|getting|are|be)\b/.test(match);
  const subject = passive ? subjectOf(before) : undefined;
  if (subject !== undefined && [...subject.matchAll(CHILD)].length === 0) return true;
  return /\b(?:friend|coworker|colleague|neighbou?r|sister|cousin|aunt|roommate|classmate) (?:is|was|who|whose|has)\b[^,;.]*$/.test(before) || /^[^,;.]* (?:on|in|about|to|of) (?:a |the )?(?:tv|news|movie|show|friend|coworker|neighbou?r|her sister|his sister|her friend|book)\b/.test(words.slice(end)) || /\b(?:friend|coworker|neighbou?r|sister|cousin) 's\b[^,;.]*$/.test(before);
}
