import type { RiskReading } from './risk-cues';
import type { RiskKind } from './risk-term';

const SUBJECTS: Readonly<Record<RiskKind, string>> = {
  suicide: 'thoughts of dying or suicide',
  self_harm: 'self-harm',
  harm_to_others: 'harm to somebody else',
  abuse: 'abuse, neglect or violence',
  substance: 'dangerous use of alcohol or drugs',
  psychosis: 'voices or beliefs that others do not share',
  hopelessness: 'hopelessness',
  goodbyes: 'saying goodbye or giving things away',
  weapons: 'access to a weapon',
  eating: 'eating that endangers the body',
  postpartum: 'harm to a baby',
  self_neglect: 'no longer caring for oneself',
};

/** How cues are told on the screen: as something to check, never as a finding. */
export const RISK_WORDING = {
  why({ kind, assertion, words, byWording }: RiskReading): string {
    if (byWording) return `Possible cue, check: worded like sentences about ${SUBJECTS[kind]}.`;
    const when = assertion === 'history' ? ', told as history' : assertion === 'uncertain' ? ', not certain' : '';
    return `Possible cue, check: ${SUBJECTS[kind]}${when} (“${words}”).`;
  },
};
