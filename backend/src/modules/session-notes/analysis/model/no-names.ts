/**
 * Words that turn round what a note says. Somebody can give such a name to a person of the record, or be called so: alone they are the word.
 */
export const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'no not none never nobody nothing neither nor without cannot cant dont wont isnt aint didnt doesnt if is it in on at so do be am as to of or by up an go ok us we he me my ' +
    'she her him his hers they them their you your our who what when where why how this that these those and but yet the than then there here all any some most more less ' +
    'are was were been being has have had does did done can could should would shall might must yes yet very too also only just still again always often sometimes ' +
    'rarely about after before during since until while because with from into out off over under now today yesterday tomorrow days week weeks month months year years ' +
    'deny denies denied denying report reports reported reporting state states stated says said tell tells told feel feels felt feeling feelings think thinks thought thoughts ' +
    'plan plans planned planning intent intends intention means method access attempt attempts attempted threat threats threatened risk risks safe unsafe safety danger dangerous ' +
    'suicide suicidal suicidality kill kills killed killing die dies died dying dead death harm harms harmed harming hurt hurts hurting self cut cuts cutting burn burns overdose ' +
    'overdosed hang hanging jump jumps shoot shot gun guns weapon weapons knife knives pill pills rope bridge alive live lives living hopeless hopelessness helpless worthless ' +
    'abuse abuses abused abusive assault assaulted violence violent rape raped beat beats beaten hit hits neglect neglected homicide homicidal murder stalking ' +
    'client patient therapist therapy session sessions treatment diagnosis symptom symptoms medication medications dose stop stops stopped start starts started take takes took ' +
    'increase increased decrease decreased better worse improved improving worsening stable unstable severe moderate mild chronic acute current past history recent ' +
    'anxious anxiety depressed depression panic mood sad angry anger afraid fear scared trauma traumatic ptsd psychosis psychotic mania manic bipolar delusion delusions ' +
    'hallucination hallucinations voices paranoid ocd adhd eating sleep sleeps sleeping insomnia nightmares alcohol drink drinks drinking drug drugs substance sober relapse relapsed ' +
    'crisis emergency hospital police help home alone family mother father child children son daughter husband wife partner friend school work job'
  ).split(' '),
);
