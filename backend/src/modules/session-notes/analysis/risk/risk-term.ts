import { pattern } from './risk-vocabulary';

/** What a cue is about. */
export const RISK_KINDS = [
  'suicide',
  'self_harm',
  'harm_to_others',
  'abuse',
  'substance',
  'psychosis',
  'hopelessness',
  'goodbyes',
  'weapons',
  'eating',
  'postpartum',
  'self_neglect',
] as const;
export type RiskKind = (typeof RISK_KINDS)[number];

/** One way of writing about a risk. */
export interface RiskTerm {
  kind: RiskKind;
  pattern: RegExp;
  /** Who the danger comes from: oneself, or somebody else, whose being the subject is then no reason to leave it out. */
  from: 'oneself' | 'others';
  /** An act that stays a cue as history. */
  act: boolean;
  /** A wide net: grief and other people's dying are looked for in the whole sentence. */
  wide: boolean;
  /** Only together with this one, within a few words. */
  beside?: RegExp;
}

export function terms(kind: RiskKind, texts: readonly string[], part: Partial<RiskTerm> = {}): RiskTerm[] {
  return texts.map((text) => ({ kind, pattern: pattern(text), from: 'oneself', act: false, wide: false, ...part }));
}

