import { RiskKind, RiskTerm, terms } from './risk-term';
import { pattern } from './risk-vocabulary';

/** Two things that mean a danger together, in one statement and in either order; or one that does alone. */
type Meaning = string | readonly [left: string, right: string];

/** Medicines by how their names end, and by how people call them. */
const MEDICINE =
  "\\w+(?:azepam|azolam|triptyline|pramine|oxetine|aline|opram|codone|morphone|profen|olol|barbital|zodone|apine|idone|gabalin|clone)|lithium|paracetamol|tylenol|aspirin|beta blockers?|insulin|morphine|fentanyl|tablets?|tabs|pills|capsules|meds|medicines?|medications?|sleeping aids?";
const LIGATURE = 'belt|rope|cord|cable|scarf|sheet|strap|necktie|leash|shoelaces?|wire|hose';
const ANCHOR = 'rail|hook|beam|door ?(?:handle|knob|frame)?|wardrobe|closet|branch|tree|bannister|banister|ceiling|rafters?|neck|bunk|pipe|fan|balcony';
const WATER = 'sea|river|lake|ocean|canal|water|waves|pond|reservoir|harbou?r';
const HEIRLOOMS = 'jewell?ery|rings?|watch|watches|guitars?|collection|tools|records|books|photos?|albums?|paintings?|heirlooms?|belongings|possessions|things|furniture|pets?|cats?|dogs?|birds|plants';

const MEANINGS: Partial<Record<RiskKind, readonly Meaning[]>> = {
  suicide: [
    // Means that are put by, handled or thought about.
    [`(?:sav|keep|put|set|hoard|collect|stash|stockpil|gather)\\w* (?:{gap})?(?:up|aside|back|by|away|together)|kept back|set aside|stashed|hoard\\w*|stockpil\\w*|hand(?:s|ed|ing)? over|give up (?:her|his|the)|lethal|fatal|how many|medicine (?:cabinet|chest)|bathroom cabinet`, MEDICINE],
    ['think\\w*|thought|thoughts|mind|star(?:es|ed|ing)|look(?:s|ed|ing)? at|drawn to|returns? to|google\\w*|search\\w*|read(?:s|ing)? (?:up )?about', 'medicine (?:cabinet|chest)|bathroom cabinet|painless|lethal dose|ways? to (?:go|do it|end)|methods?(?= |$)(?! (?:of (?:teaching|coping|relax\\w*)))|train timetable|carbon monoxide|nitrogen|car park roof|multi ?storey'],
    `(?:tie[sd]?|tying|loop\\w*|hung|hang\\w*|attach\\w*|fasten\\w*|fix\\w*|wrap\\w*|put|knott\\w*|sling|slung|test\\w*) (?:{gap})(?:${LIGATURE}) (?:{gap})(?:${ANCHOR})`,
    `(?:walk|wad|step|wander|drift|ran|run|swam|swim|went|go)\\w* (?:{gap})(?:in|into|out into|out to|towards?) (?:the )?(?:cold |freezing |icy )?(?:${WATER})(?= (?:{far})(?:cloth\\w+|dressed|coat|stones|night|dark|got (?:her|him)|pull\\w*|rescu\\w*|found|save\\w*|coast ?guard|police|november|december|january|february|winter|alone|not (?:plan|mean)\\w* to))`,
    ['mph|km ?/? ?h|kmh|speed(?:s|ed|ing)|driv(?:es|ing)|drove|motorbike|motorcycle|wheel', 'without (?:a |his |her )?(?:seat ?belt|helmet|lights)|w / o (?:a )?seat ?belt|no (?:seat ?belt|helmet)|seat ?belt off|(?:not|never) care(?:d|s)?|closed (?:her|his|my) eyes|eyes (?:closed|shut)|what happens to'],
    // What is said of living on.
    ['(?:not|never|no longer) (?:{gap})?(?:see|sees|seeing|imagin\\w+|pictur\\w+|expect\\w*|plan\\w*|think\\w*|count\\w*)|doubts?|unsure|not sure|unlikely', '(?:be|being|still) (?:around|here|alive)|around (?:at|by|for|in|next|when|to see|then)|make it (?:to|past|until)|reach(?:ing)? (?:\\d+|thirty|forty|fifty|sixty|christmas|xmas|spring|summer|autumn|winter)|turn(?:ing)? (?:\\d+|thirty|forty|fifty)'],
    '(?:nothing|nobody|no one|little|not much|what|anything) (?:{gap})?(?:keep|hold|bind|tie)\\w* (?:her|him|me|them|client|{self}) (?:{gap})?(?:here|alive|going|back|in (?:this|the) (?:world|life)|on (?:this )?earth|to (?:life|this world))|(?:keep|hold)\\w* (?:her|him|me|them) (?:{gap})?in (?:this|the) (?:world|life)',
    "life (?:is |was |feels? |seems? |being )?(?:just |simply )?(?:not|no longer|hardly|barely|never) (?:really )?(?:worth|liv\\w+)|not worth liv\\w*|tired of (?:being|living|existing|life|waking|breathing|fighting|it all|everything|this life|{self})(?= (?:here|alive|in this|up|anymore|any more|every day|[.,;])|$)|(?:sick|weary|done) (?:of|with) (?:living|life|existing|being (?:here|alive))",
    ['have|has|had|all|it|everything|only|just', '(?:all )?worked out (?:how|already|in (?:his|her) head)|only (?:need|needs|needed|lack|lacks|missing)(?: is)?(?: the)? (?:courage|guts|nerve|moment|right time)|(?:lacks?|need|needs|find|finds) (?:{gap})?(?:courage|guts|nerve)(?! to (?:ask|tell|speak|say|apply|leave|call|talk|quit|sing|perform|confront|date|try|go (?:back|to)))'],
    ['when|once|after|if|should', '(?:i|he|she|client) (?:am|is|are|was|were) (?:gone|no longer (?:here|there|around|alive)|not (?:here|there|around) (?:any ?more|any longer))(?! (?:to|for|at|on|from|out|shopping|away))'],
    ['regret\\w*|angry|anger|disappoint\\w*|upset|annoyed|resent\\w*|sorry|wish\\w*|unhappy|furious', '(?:been|was|were|being) (?:found|saved|rescued|resuscitated|revived|stopped|interrupted|cut down)|surviv(?:ed|ing)|woke up (?:alive|in (?:hospital|icu))|still (?:be |being )?(?:here|alive)|resuscitat\\w+|the ambulance came|they found (?:him|her|me)'],
    ['ended (?:things|it|his|her|their)|took (?:his|her|their) (?:own )?li(?:fe|ves)|did it|killed {self}|hanged {self}|suicide|shot {self}|overdosed', "in (?:our|my|his|her|the) (?:blood|family|genes)|keeps? (?:on )?thinking|env(?:y|ies|ied|ious)|jealous|understand(?:s)? (?:him|her|why|now)|has peace|at peace|same (?:way|age)|next one|(?:he|she|i) (?:is|am|will be) next|like (?:him|her)(?! (?:to|that|when))|follow (?:him|her|them)|lucky"],
    ['insurance|inherit\\w*|payout|pension|money|policy', 'worth (?:something|more|anything)|at least then|kids would (?:get|have)|family would (?:get|have|be)|wife would (?:get|have|be)|if (?:i|he|she) (?:died|was dead|were dead|was gone|were gone)|off (?:better )?without (?:me|him|her)'],
    ['calm\\w*|cheerful|peaceful|serene|at peace|light|lighter|relieved|smil\\w+|bright(?:er)?|oddly happy', 'made up (?:his|her|my|their) mind|has (?:finally )?decided(?! (?:to|on|that|about|against))|knows what (?:to do|he has to|she has to)|(?:weeks|months|days) of (?:despair|depress\\w*|hopelessness|crying|darkness)|no longer (?:afraid|worried)(?= {far}(?:death|dying|end))|problem will (?:soon )?be (?:over|solved|gone)'],
    '(?:let|leave) (?:it to )?nature (?:do|take|run)\\w*|let (?:the|my|his|her) (?:illness|disease|heart|cancer|body) (?:do|take|finish|decide)\\w*|(?:sleep|rest)(?:ing|s)? forever|(?:everyone|everybody|they|family|the world|kids|wife|husband) (?:{gap})?(?:sleep|breathe|live|manage|do|cope|be) (?:better|easier|fine|freer) (?:if|without|once|when) (?:i|me|she|he|her|him)',
  ],
  self_harm: [
    ['blood(?:y|ied|stain\\w*)?|red stains?', 'tissues?|towels?|waste ?bin|bin|sheets|bed ?sheets|bedding|sleeves?|toilet paper|plasters?|band aids?|clothes|pyjamas|bathroom floor|bandages?'],
    ['long sleeves?|long trousers|hood(?:ie|y)|jumpers?|cardigan|bracelets?|wristbands?|cover(?:s|ed)? (?:up )?(?:her|his|their) (?:arms|legs|wrists)|bandages?', 'july|august|june|summer|heat ?wave|heat|hot|\\d\\d degrees|swim\\w*|pe|sports?|refus\\w*|avoid\\w*|roll\\w* up|will not (?:show|take|roll)|about (?:her|his) arms|takes? (?:{gap})off|pull\\w* down'],
    ['scald\\w*|boiling water|hot (?:iron|stove|plate|oil|tap|water)|lighter|cigarette|matches|straighteners?|acid|bleach|ice|needles?|staples?|compass|scissors|glass|nails|drawing pins?|paperclip', 'on purpose|deliberate\\w*|intentional\\w*|(?:{whose}) (?:own )?(?:{body}|hands?|feet|palms?|scalp|tongue|lips?|face|gums)|to feel|to calm|until (?:it|she|he|i) (?:hurt|bled|bleeds)'],
  ],
  harm_to_others: [
    '(?:like|love|want|wish|hop)\\w* (?:{gap})?(?:to see |for )?(?:{gap})?(?:him|her|them|{kin}|ex (?:boss|friend)|{others}) (?:{gap})?dead|look(?:s|ed|ing) up (?:where (?:he|she|they) lives?|(?:his|her|their) address)',
    ["follow(?:s|ed|ing)|stalk\\w*|tail(?:s|ed|ing)|wait(?:s|ed|ing)? (?:for|outside)|lurk\\w*|spied|spies|park(?:s|ed|ing)? outside|turn(?:s|ed)? up (?:at|outside)|driv(?:es|ing) past|drove past|watch(?:es|ed|ing)? (?:the|her|his) (?:house|flat|window)|knows where|found out where", "(?:ex|wife|husband|girlfriend|boyfriend|partner|neighbou?r|driver|judge|teacher|boss|supervisor|colleague|classmate|manager|landlord|witness|rival|man|woman|girl|him|her|they|them|she|he) (?:'s |s )?(?:{gap})?(?:home|house|work|flat|lives|live|court|school|gym|office|car|shift|finishes|new (?:partner|boyfriend|girlfriend))|(?:outside|at|after|home from) (?:the )?(?:court|school|her (?:work|house|flat|gym|shift)|his (?:work|house|flat|gym|shift))"],
    ['urges?|impulses?|intrusive|raised (?:his|her|a) (?:arm|hand|fist|stick)|stopp\\w+ {self}|held {self} back|barely (?:controlled|stopped)|just about|almost|close to|itching', '(?:push|shov|hit|stab|hurt|punch|attack|swerv|kick|slap|chok|strangl|throw|harm|smash)\\w* (?:{gap})?(?:passengers?|pedestrians?|commuters?|shoppers?|customers?|colleagues?|pupils?|students?|patients?|residents?|cyclists?|drivers?|people|strangers?|someone|somebody|others|him|her|them|{child}|{kin})'],
    ['list|diary|notebook|photos?|names?|folder|map', 'will be sorry|get what (?:he|she|they) deserves?|what is coming|taught a lesson|(?:who|that) (?:wronged|hurt|bull(?:y|ied)|laughed|deserve)|to (?:punish|pay back|get)|enemies|traitors|first to go'],
    ['deserves? (?:it|to (?:die|suffer|bleed|burn|pay))|what (?:he|she|they) deserves?|lesson|regret|sorry|payback|justice|even', '(?:wait|plan|bring|take|buy|bought|follow|find|catch)\\w* (?:{far})(?:him|her|them|driver|ex|boss|man|woman)|(?:petrol|gasoline|knife|gun|bat|hammer|acid|matches)'],
  ],
  abuse: [
    'secret (?:games?|touch\\w*|place|club)|(?:our|their|his|a|special) (?:little )?secret (?:game|with|between|from (?:mum|mom|mummy|mommy))|special (?:game|massage|cuddles?|friend time)|(?:tickl\\w+|bath|doctor) games? (?:with|at|under)',
    ['{child}|\\d+ ?(?:yo|y / o|yr old|year old|years old)', 'without (?:breakfast|lunch|dinner|food|a coat|coats|shoes|socks|underwear)|same clothes|hungry|dirty|smells?|smelly|sores|rash(?:es)?|nappy|matted|infested|nits|left (?:alone|by {self})|alone (?:until|till|while|when|every|most)|home alone|nobody (?:home|there|at home)|no one (?:home|there|at home)|(?:mother|mom|mum|father|dad|parents?) (?:{gap})?(?:in bed|drunk|asleep|passed out|high|away for)|misses? school|not (?:in|at) school'],
    ['passport|papers|documents|visa|id card|wages|phone', '(?:taken|kept|held|withheld|locked|hidden) (?:{gap})?(?:by|from) (?:{gap})?(?:employer|boss|agency|madam|landlord|owner|husband|family|in laws?|recruiter|sponsor)|(?:employer|boss|agency|madam) (?:{gap})?(?:took|keeps|kept|holds|has)'],
    'not allowed (?:out|outside|to (?:leave|go))|may not leave|locked in (?:at|the|her|his)|\\d\\d (?:hrs|hours) a day (?:{far})(?:unpaid|not paid|not allowed|no wages)',
    ['(?:he|she|partner|husband|wife|boyfriend|girlfriend|father|dad|mother) (?:{gap})?(?:los(?:es|t|ing)|snap(?:s|ped)|explod\\w+|flips?|blows? up)', 'fault|flowers|sorry|apologi[sz]\\w*|deserv\\w*|provok\\w*|calms down|walls?|objects|scared|afraid|tiptoe\\w*|eggshells|kids hide|children hide'],
    ['(?:my|her|his|own) fault|blames? {self}|deserv\\w*|provok\\w*|asked for it|should not have (?:made|talked|said|come)', '(?:he|she|they) (?:{gap})?(?:hits?|hit|beats?|shouts?|loses|lost|slaps?|pushes|pushed|grabs?|hurts?|angry|flowers|yells?)'],
  ],
  substance: [
    ['dts|delirium|tremors?|trembl\\w*|sweat\\w*|shak(?:es|y|ing)|seizures?|nausea|heaving', 'stopped (?:abruptly|suddenly|drinking|cold|two|three|\\d)|cold turkey|withdraw\\w*|last drink|without (?:a )?drink|since (?:the )?last|first (?:glass|drink|beer)'],
    ['hid(?:es|den|ing)?|conceal\\w*|stash\\w*|sneak\\w*|secret\\w*|lies? about|denies to|behind', '(?:miniatures|bottles?|cans?|flasks?|vodka|wine|gin|whisk\\w+|beers?|empties|stash|pipe|pills)(?! of water)'],
    'bac(?: (?:of|was|at|is))?(?: [:=])? ?0? ?[.,]? ?\\d+|blood alcohol|breathaly[sz]\\w*|over the (?:legal )?limit|dui|dwi|drink driving|drunk driving|drove (?:home )?(?:drunk|high|stoned)|lost (?:his|her) licen[cs]e (?:{gap})?(?:drink|alcohol|drunk)',
  ],
  psychosis: [
    ['thoughts?|ideas|his mind|her mind|my mind|brain|memories', '(?:taken|pulled|sucked|put|beamed|stolen|removed|inserted|planted|sent|implanted|extracted|drained|leak\\w*|broadcast\\w*) (?:{gap})?(?:out|in|into|from|by|through)|(?:heard|read|known|controlled|steered|stolen|sent) by|not (?:his|her|my) own|by the (?:router|tv|television|radio|wifi|phone|computer|neighbou?rs?|satellite)'],
    ['bugs?|insects?|ants|worms|spiders|parasites|snakes|larvae|mites|wires', 'under (?:{whose} )?skin|crawl\\w*|in (?:{whose} )(?:brain|head|ears|veins|stomach|body|teeth)|nobody (?:else )?(?:sees|finds)|no findings|dermatolog\\w*'],
    ['neighbou?rs?|landlord|colleagues|police|they|people|strangers|agents|government|men|family|somebody|someone|cars', '(?:pump\\w*|blow\\w*|spray\\w*|send\\w*|shoot\\w*|leak\\w*) (?:{gap})?(?:gas|fumes|rays|radiation|signals|waves|poison|toxins|chemicals)|gassing|through the (?:sockets?|vents?|pipes|plugs|outlets?|keyhole|drains)|laser\\w*|rearrang\\w+ (?:{gap})?(?:things|furniture)|swap\\w* (?:{gap})?(?:food|pills|things)|secret signs|coded|in on it|are actors|number plates|licen[cs]e plates'],
    '(?:tap|cover|seal|wrap)\\w* (?:{gap})?(?:sockets?|vents?|windows?|cameras?|plugs|mirrors?) (?:{gap})?(?:foil|tape|so that|against|to (?:stop|keep|block))?|tin ?foil|aluminium foil (?:{far})(?:window|head|wall)|laugh(?:s|ed|ing) to {self}|talk(?:s|ed|ing)? to (?:people|someone|somebody) (?:who|that) (?:is|are|was|were) not',
  ],
  hopelessness: [
    'failed (?:at|in) (?:{gap})?(?:everything|life|all|whatever)|failure (?:at|in) (?:everything|life|all)|(?:fails?|failed) (?:{gap})?(?:always|everyone|everybody|everything)|always will(?: be)?(?=$| [.,;])|never amount to|no way (?:out|forward|back)|(?:sees?|saw|see) (?:only|nothing but) (?:black|dark\\w*|grey|emptiness|walls)|can not see (?:a |any )?(?:way|light|end|future)|(?:nothing|none of it) (?:{gap})?(?:matters?|makes? (?:a |any )?(?:difference|sense))|what for|(?:everything|it all|all) (?:is |feels |seems )?(?:{gap})?(?:in vain|pointless|useless|meaningless|senseless|for nothing)|beyond (?:help|repair|saving)|(?:past|too late) (?:{gap})?(?:help|saving|for (?:me|him|her))',
  ],
  goodbyes: [
    ['thank(?:s|ed|ing)?|hug(?:s|ged|ging)?|apologi[sz]\\w*|forg[ai]v\\w*', 'whatever happens|not (?:be |feel )?(?:to )?(?:blame|feel (?:bad|guilty|responsible))|not (?:your|my|anyone s|anybody s) fault|for everything|one last time|for (?:having )?(?:tried|trying|putting up)|all (?:these|those) years|remember (?:me|him|her)'],
    [`label\\w*|settl\\w+|sort\\w*|earmark\\w*|list(?:s|ed|ing)?|pack\\w*|shar(?:es|ed|ing) out|divid\\w+|allocat\\w+|pass(?:es|ed|ing)? on|return(?:s|ed|ing)|pay(?:s|ing)? back|paid (?:back|off)|arrang\\w+`, `(?:all )?(?:his |her |their |my )?debts|${HEIRLOOMS.replace('things|', '')}(?= (?:{far})(?:each|for|niece|nephew|daughter|son|grand\\w+|friends?|who|someone))|for each of|who gets what|(?:take|look after) (?:the|his|her|my) (?:cats?|dogs?|pets?|children|kids)`],
    ['record(?:s|ed|ing)|wr(?:ote|iting|itten|ites)|film(?:ed|ing)|prepar(?:ed|es|ing)|bought|buy(?:s|ing)|left|leav(?:es|ing)', '(?:videos?|messages?|letters?|cards?|presents|gifts) (?:{far})?(?:future|birthdays?|weddings?|18th|21st|when (?:they|she|he) (?:are|is|grow\\w*|turn\\w*)|years to come|each of|graduation)'],
  ],
  eating: [
    ['faint\\w*|dizz\\w+|collaps\\w*|passed out|black(?:s|ed) out|lanugo|cold all|hair (?:loss|falling)|no period\\w*|missed periods?|periods? (?:have )?stopped|bmi', 'bmi|fat|weigh\\w*|thin\\w*|eat\\w*|ate|meals?|training|gym|running|exercis\\w*|calories|food|diet\\w*|\\d\\d ?kg'],
    'bmi[^.;a-z]{0,12}1[0-7](?![0-9])',
    ['insulin|thyroxine|thyroid|clenbuterol|diuretics?|appetite suppressants?|ozempic|stimulants?|adderall', 'to (?:lose|drop|stay|get|keep)|lose weight|weight|thin|slim|skip\\w*|omit\\w*|fat'],
  ],
  postpartum: [
    ['\\d+ ?(?:wks?|weeks?|months?|days?) ?(?:old|pp|postpartum|post ?partum|after (?:the )?birth|baby)|newborn|infant|bab(?:y|ies)|little one|new mum|new mom|new mother|new dad|new father', 'feels? nothing|nothing for (?:him|her|it)|no (?:love|bond|feelings?)|leav\\w+ (?:him|her|it|the baby) (?:in|at|on|outside|with|somewhere|behind)|possessed|evil|changeling|devil|cursed|not (?:mine|hers|his|the same)|swapped|hate[sd]?|better (?:off )?(?:with|without)|another (?:mother|family)|give (?:him|her|it) (?:away|back|up)|throw\\w*|window|shak(?:e|es|ing)|smother\\w*|drown\\w*|drop\\w*|bath (?:{gap})?under|should not have (?:had|been born)|regrets? (?:having|the birth)'],
  ],
  weapons: [
    ['{gun}', 'unlocked|unsecured|not (?:been )?(?:locked|secured)|never locked|loaded|within reach|under the (?:bed|pillow|seat)|in the (?:hall(?:way)?|closet|wardrobe|drawer|kitchen|attic|car|glove|shed|garage)|on (?:the|a) (?:wall|shelf)|knows where|has the (?:key|code)|borrow\\w*|will not say|bought|buy(?:s|ing)?|inherit\\w*|ammunition|bedside'],
  ],
  self_neglect: [
    ['insulin|dialysis|dressings?|wounds?|ulcers?|catheter|oxygen|heart (?:pills|tablets|medication)|inhalers?|diabetes|chemo\\w*|medication|tablets', 'not tak(?:en|ing)|stopped (?:taking|going|attending|his|her)|stopped|skip\\w*|miss(?:es|ed|ing)|refus\\w+|untreated|ignor\\w+|left|let (?:it|them)|given up'],
    ['in bed|on the (?:sofa|floor|couch)|curtains (?:drawn|closed)|does not (?:get up|leave)|too (?:low|weak|tired) to', 'crackers|biscuits|toast|not (?:eaten|drunk|washed|dressed|got)|water|days|weeks|unwashed|pads|soiled|smell\\w*|curtains|get up'],
    ['stove|cooker|gas|iron|candles?|tap|door|oven', '(?:left|leaves|leaving) (?:{gap})?(?:on|open|running|burning)|forgets?'],
  ],
};

/** What others find, or what is said of those who did it, is about the client all the same. */
const FOUND: readonly (readonly [left: string, right: string])[] = [
  ['letters?|notes?|message|post(?:s|ed)?|video|e ?mail|text(?:ed|s)?|drawing|poem|story|status', 'addressed to (?:the|his|her|my|their) (?:family|parents|mother|father|mom|children|kids|wife|husband|sister|brother|daughter|son)|(?:under|behind) (?:the|his|her) (?:mattress|pillow|wardrobe)|last (?:sunset|sunrise|words|day|night|time)|black heart|(?:for|to be (?:read|opened)) (?:when|after)|final|then deleted|sorry for everything'],
  ['env(?:y|ies|ied|ious)|jealous of', 'did it|peace|dead|died|gone|over for (?:him|her)|no (?:more )?(?:pain|worries)'],
  ['nothing|nobody|no one', 'keep (?:her|him|me|them) (?:{gap})?(?:in (?:this|the) world|alive|here|in this life)'],
];

/** What was done stays worth a look when it is history. */
const ACTS: ReadonlySet<RiskKind> = new Set(['self_harm', 'abuse', 'harm_to_others']);
/** What others do, or leave about, is the danger. */
const FROM_OTHERS: ReadonlySet<RiskKind> = new Set(['abuse', 'weapons']);

/** Rules of what is meant and not of how it is said: a means and what is done with it, a farewell and what it is for. They give way to denial, other people and figures of speech as the other wide ones do. */
export const MEANING_NETS: readonly RiskTerm[] = [
  ...FOUND.flatMap(([left, right]) => terms('suicide', [left], { from: 'others', beside: pattern(right) })),
  ...Object.entries(MEANINGS).flatMap(([name, meanings]) => {
    const kind = name as RiskKind;
    const part = { wide: true, act: ACTS.has(kind), from: FROM_OTHERS.has(kind) ? ('others' as const) : ('oneself' as const) };
    return meanings.flatMap((meaning) => (typeof meaning === 'string' ? terms(kind, [meaning], part) : terms(kind, [meaning[0]], { ...part, beside: pattern(meaning[1]) })));
  }),
];
