/**
 * The words that rules are made of. A rule names them in braces; `{gap}` stands for up to three words in between,
 * `{near}` for up to six and `{far}` for up to nine.
 * All of it is matched against `plainWords`.
 */
const STEP = "(?!(?:not|never|no|denies|denied|denying|but|without)(?![a-z]))[a-z0-9'%]+";
const SHORT_STEP = `(?!(?:and|when|while|because|who|himself|herself|myself)(?![a-z]))${STEP}`;
const WORDS: Readonly<Record<string, string>> = {
  gap: `(?:${SHORT_STEP} ){0,3}?`,
  near: `(?:${STEP} ){0,6}?`,
  far: `(?:${STEP} (?:, )?){0,9}?`,
  self: '(?:my|him|her|them|your|our|one|their)sel(?:f|ves)|themself|self|clientself',
  whose: 'my|his|her|their|your|our|the|a|an|one \'s|client \'s',
  be: 'is|was|are|were|am|be|been|being|feels?|felt|feeling|seems?|seemed|looks?|gets?|getting|got|became|becoming|remains?|remained',
  want: 'wants?|wanted|wanting|wish(?:es|ed|ing)?|hop(?:e|es|ed|ing)|longs?|longed|longing|desires?|desired|crav(?:e|es|ed|ing)|pray(?:s|ed|ing)?|prefers?|preferred|would rather|rather|ready|likes?|liked|love|loved|would like|decided|tempted|prepared|deserves?|deserved|asked god|begs?|begged|begging',
  plan: 'plan(?:s|ned|ning)?|intend(?:s|ed|ing)?|intent|intention|going|tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?|threaten(?:s|ed|ing)?|threat|vow(?:s|ed)?|promis(?:e|es|ed|ing)|prepar(?:e|es|ed|ing)|will|would|might|may|could|should|need(?:s|ed)?|have|had|has',
  think: 'thoughts?|thinks?|thinking|thought|ideation|ideas?|fantas(?:y|ies|izes?|ized|izing|ising|ises?|ised)|dream(?:s|ed|ing|t)?|daydream(?:s|ed|ing)?|imagin(?:e|es|ed|ing)|images?|imagery|urges?|impulses?|wonder(?:s|ed|ing)?|contemplat(?:e|es|ed|ing|ion)|consider(?:s|ed|ing)?|obsess(?:es|ed|ing|ions?)?|ruminat(?:e|es|ed|ing|ions?)|preoccup(?:ied|ation)|visuali[sz](?:es?|ed|ing)|pictur(?:es?|ed|ing)|talk(?:s|ed|ing)?|mention(?:s|ed|ing)?|flash(?:es)?|visions?|feel(?:s|ings?)? like|felt like|feeling like',
  kill: 'kill(?:s|ed|ing)?|hang(?:s|ed|ing)?|hung|shoot(?:s|ing)?|shot|drown(?:s|ed|ing)?|stab(?:s|bed|bing)?|poison(?:s|ed|ing)?|suffocat(?:e|es|ed|ing)|strangl(?:e|es|ed|ing)|electrocut(?:e|es|ed|ing)|murder(?:s|ed|ing)?|asphyxiat(?:e|es|ed|ing)|off(?:ed|ing)?|end(?:s|ed|ing)?|do(?:ing|ne)? away with|did away with|gas(?:sed|sing)?|starv(?:e|es|ed|ing)|crucify',
  harm: 'hurt(?:s|ing)?|harm(?:s|ed|ing)?|injur(?:e|es|ed|ing)|cut(?:s|ting)?|burn(?:s|ed|ing|t)?|scratch(?:es|ed|ing)?|mutilat(?:e|es|ed|ing)|punish(?:es|ed|ing)?|bruis(?:e|es|ed|ing)|bit(?:e|es|ing|ten)?|carv(?:e|es|ed|ing)|punch(?:es|ed|ing)?|slap(?:s|ped|ping)?|hit(?:s|ting)?|damag(?:e|es|ed|ing)|brand(?:s|ed|ing)?|whip(?:s|ped|ping)?',
  attack: 'kill(?:s|ed|ing)?|murder(?:s|ed|ing)?|hurt(?:s|ing)?|harm(?:s|ed|ing)?|stab(?:s|bed|bing)?|shoot(?:s|ing)?|shot|strangl(?:e|es|ed|ing)|chok(?:e|es|ed|ing)|beat(?:s|ing|en)?(?: up)?|attack(?:s|ed|ing)?|punch(?:es|ed|ing)?|assault(?:s|ed|ing)?|suffocat(?:e|es|ed|ing)|smother(?:s|ed|ing)?|drown(?:s|ed|ing)?|shak(?:e|es|ing|en)|shook|poison(?:s|ed|ing)?|hit(?:s|ting)?|slap(?:s|ped|ping)?|kick(?:s|ed|ing)?|burn(?:s|ed|ing)?|torch(?:ed)?|push(?:es|ed|ing)?|shov(?:e|es|ed|ing)|bash(?:es|ed|ing)?|slam(?:s|med|ming)?|grab(?:s|bed|bing)?|whip(?:s|ped|ping)?|spank(?:s|ed|ing)?|drop(?:s|ped|ping)?|throw(?:s|ing)?|threw|bit(?:e|es|ing)?|pinn(?:ed|ing)|drag(?:s|ged|ging)?|smack(?:s|ed|ing)?|restrain(?:s|ed)?|jump(?:s|ed)?|tak(?:e|es|ing) out|run(?:s|ning)? over|gut(?:ting)?|maim|slash(?:es|ed|ing)?|thr(?:ow|ew) (?:things|objects|plates|dishes|bottles) at|hunt(?:s|ing)? down',
  dead: 'dead|gone|no longer here|not here|not alive|not around|in the ground|six feet under|with (?:god|jesus|him|her) in heaven|asleep forever|out of the picture',
  die: 'die|dying|death|be(?:ing)? dead|be(?:ing)? gone|be done with (?:life|living|it all|everything)|disappear(?:ing)?(?: forever)?|vanish(?:ing)?|not (?:be(?:ing)?|live|living|exist(?:ing)?) (?:here|alive|around|anymore|any more)|not exist(?:ing)?|cease to exist|stop existing|(?:not|never) (?:to )?wak(?:e|ing) (?:back )?up|sleep(?:ing)? (?:and (?:not|never) wake|forever)|not live|not living|leave this (?:world|earth|life)|leaving this (?:world|earth|life)|end it(?: all)?|ending it(?: all)?|end (?:my|his|her|their|everything|things|the pain|this life)|exit this life|join(?:ing)? (?:him|her|them|my|his|their) (?:{gap})(?:in heaven|on the other side|in death)|no longer exist|no longer be (?:alive|here)|stop living|be run over|get (?:hit by|run over)',
  body: 'wrists?|arms?|forearms?|thighs?|legs?|skin|hips?|stomach|belly|ankles?|calf|calves|chest|knuckles?|abdomen',
  kin: 'mother|mom|mum|father|dad|parents?|brother|sister|siblings?|uncle|aunt|cousin|grandfather|grandpa|grandmother|grandma|friends?|best friend|roommate|neighbou?rs?|husband|wife|spouse|partner|boyfriend|girlfriend|fianc[eé]e?|ex|coworker|colleague|boss|classmate|nephew|niece|stepfather|stepdad|stepmother|stepmom|in laws?|landlord|manager|teacher|coach|supervisor|ex husband|ex wife|ex boyfriend|ex girlfriend|ex partner|man|woman|guy|stranger|someone|somebody|celebrity|actor|singer|peer|teammate|dealer|family member|relative|granddad|step father|step mother|step dad|bully|bullies|father in law|mother in law|brother in law|sister in law|pastor|priest|babysitter|caregiver|aide|tenant|customer|buddy|mate|callers?|pupil|trainee|baby daddy|babys father|pimp|sponsor',
  partner: 'husband|wife|spouse|partner|boyfriend|girlfriend|fianc[eé]e?|ex|ex husband|ex wife|ex boyfriend|ex girlfriend|ex partner|stepfather|stepdad|stepmother|stepmom|step dad|step father|father|dad|mother|mom|brother|uncle|grandfather|grandpa|grandma|grandmother|aunt|step ?brother|roommate|caregiver|pimp|son|daughter|babysitter|cousin|teacher|coach|baby daddy|father in law|mother in law|parents?|boss|neighbou?r|stepbrother|step brother|foster (?:father|mother|parent)|aide|landlord|older kid|older boy|bully|bullies|dealer',
  child: 'sons?|daughters?|child|children|kids?|bab(?:y|ies)|infants?|newborns?|toddlers?|twins|stepsons?|stepdaughters?|grandsons?|granddaughters?|grandchild(?:ren)?|grandkids?|little (?:one|boy|girl|brother|sister)s?|\\d+ (?:yo|y / o|year old)|minors?|foster (?:child|kid|son|daughter)',
  others: 'him|her|them|people|person|others|other people|someone|somebody|everyone|everybody|anyone|anybody|strangers?|students?|kids? at school|classmates?|co ?workers?|colleagues?|boss|manager|supervisor|neighbou?rs?|ex|husband|wife|spouse|partner|boyfriend|girlfriend|mother|mom|father|dad|parents?|brother|sister|stepfather|stepdad|roommate|teachers?|family|judge|landlord|sons?|daughters?|child|children|kids?|guy|man|men|woman|women|bull(?:y|ies)|staff|nurse|therapist|whoever|the school|you|dealer|brother in law|ex wife|ex husband|ex girlfriend|ex boyfriend|officer|cops?|police|peers?|animals?|cat|dog|pets?|group home|cousin|uncle|customer|whole (?:family|office|school|team)|team',
  gun: '(?:hand)?guns?|firearms?|pistols?|rifles?|shotguns?|revolvers?|glock|weapons?|ammo|ammunition|bullets?|machetes?|9mm|crossbow',
  pills: 'pills|meds|medications?|tablets|prescriptions?|tylenol|acetaminophen|paracetamol|insulin|xanax|benzos|sleeping (?:pills|tablets|meds)|ambien|seroquel|painkillers|opioids|oxycodone|oxys|lithium|tricyclics|amitriptyline|aspirin|ibuprofen|benadryl',
  drug: 'heroin|fentanyl|meth|methamphetamine|crystal|crack|cocaine|coke|opioids?|opiates?|oxy(?:codone|contin|s)?|percs?|percocet|blues|benzos?|xanax|ghb|pcp|ketamine|speedballs?|inhalants?|nitrous|tranq|dope|lean|molly|tina|adderall|ritalin|stimulants|suboxone|methadone|tramadol|codeine|hydrocodone|vicodin|norco|dilaudid|morphine|gabapentin|kratom|ecstasy|mdma|lsd|spice|k2',
  drink: 'drinks?|drank|drinking|drunk|alcohol|vodka|whiske?y|beers?|wine|liquor|booze|rum|gin|tequila|etoh|shots|bourbon|white claws?',
};

const GAPS: ReadonlySet<string> = new Set(['gap', 'near', 'far']);

/** Makes a rule's text into a pattern: names in braces become their words, all between word boundaries. */
export function pattern(text: string): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${expand(text)})(?![a-z0-9])`, 'g');
}

function expand(text: string): string {
  return text.replace(/\{([a-z]+)\}(\s?)/g, (whole: string, name: string, space: string) => {
    const words = WORDS[name];
    if (words === undefined) throw new Error(`No words are called ${whole}`);
    // A gap brings its own spaces along.
    return GAPS.has(name) ? words : `(?:${words.includes('{') ? expand(words) : words})${space}`;
  });
}
