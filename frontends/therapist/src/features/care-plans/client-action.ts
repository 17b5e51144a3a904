/** What a note calls it by is nothing for the client. */
const LABEL = /^(?:homework|plan|next steps?|to do)\s*[:–-]\s*/i;
/** When the two meet, and how often. */
const MEETING =
  /^(?:(?:the |our |her |his )?(?:next|following|first|final|last) (?:\w+ )?(?:session|appointment|appt|visit|meeting|call)|follow(?:ing)?[- ]?up (?:session|appointment|appt|visit|meeting|call|in|on|at|with)|f\/u|rtc|(?:to )?(?:return|meet|see (?:her|him|them|client)|(?:client (?:will|to) |(?:she|he|they) will )(?:return|be seen))s? (?:again|back|in|on|next|for|to (?:clinic|therapy)|weekly|every|fortnightly|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:continue|maintain|resume|increase|reduce)(?: (?:with|to))?(?: (?:individual|couples?|family|group|the))* (?:(?:bi)?weekly|fortnightly|monthly|regular|ongoing|individual|current) (?:sessions?|therapy|appointments?|meetings?|treatment|schedule|frequency)|(?:bi)?weekly (?:sessions?|therapy|appointments?)|(?:session|appointment|appt)s? (?:is |are |was |were )?(?:set|booked|scheduled|planned|on|in|at)\b|(?:re)?schedul(?:e|ed) (?:for|next|follow|weekly|(?:the |a |an )?(?:next |follow[- ]?up )?(?:session|appointment|visit|meeting)|(?:mon|tues|wednes|thurs|fri|satur|sun)day))/i;
/** What the therapist means to do. */
const THERAPISTS =
  /^(?:(?:the )?(?:therapist|clinician|counsell?or|writer|i|we|provider|this writer|tx|th)\b|(?:will |to |plan(?:s|ned)? (?:is )?to |continue to )?(?:re-?assess|reassess|assess|monitor (?:for|risk|symptoms|safety|suicid\w+|si\b)|re-?evaluate|evaluate|explore|revisit|review|refer|introduce|administer|coordinate|consult|liaise|psycho-?educat\w+|process|discuss|focus on|work on|check in|follow up|conduct|obtain|send|request|get (?:a )?release)|continue (?:with )?(?:cbt|dbt|emdr|act|erp|ifs|exposure|treatment|therapy|current|supportive|monitoring|assessing|processing|exploring)|referr(?:al|ed)|consult(?:ation)?\b)/i;
/** A sentence that names the client's own part stays, whoever else is in it. */
const CLIENTS = /\b(?:client|patient|she|he|they) (?:will|agreed|agrees|plans?|committed|is to|are to|to)\b(?! (?:be (?:seen|referred)|return|meet))|\b(?:homework|to bring|bring (?:the|her|his|a|along))\b/i;
const WHEN_AND_THEN = /^[^:;]*[:;]\s*(?=\S)/;

/**
 * What of a note's next steps a client can do and tick off.
 * @returns the words for the client; empty where it is an appointment or the therapist's own task
 */
export function clientAction(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ').replace(LABEL, '');
  const isNotTheirs = MEETING.test(words) || THERAPISTS.test(words);
  const rest = isNotTheirs && WHEN_AND_THEN.test(words) && !/\d:\d/.test(words) ? clientAction(words.replace(WHEN_AND_THEN, '')) : '';
  const action = isNotTheirs && !CLIENTS.test(words) ? rest : words;
  return action.slice(0, 1).toUpperCase() + action.slice(1);
}
