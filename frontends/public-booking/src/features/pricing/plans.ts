/** What Attune costs, in whole dollars. */
export interface Plan {
  name: string;
  description: string;
  monthlyPrice: number;
  annualPrice: number;
  savings: string;
  features: readonly string[];
  limitations: readonly string[];
  popular: boolean;
  callToAction: string;
}

export const plans: readonly Plan[] = [
  {
    name: 'Starter',
    description: 'For a practice that is finding its feet.',
    monthlyPrice: 29,
    annualPrice: 290,
    savings: 'Save $58 a year',
    features: ['Up to 50 clients', 'Public booking page', 'Calendar sync', 'Client portal'],
    limitations: ['No AI session notes', 'Limited customization', 'Email support only'],
    popular: false,
    callToAction: 'Choose Starter',
  },
  {
    name: 'Professional',
    description: 'For a full week, without the evening paperwork.',
    monthlyPrice: 79,
    annualPrice: 790,
    savings: 'Save $158 a year',
    features: [
      'Unlimited clients',
      'AI session notes with OCR',
      'Handwritten note transcription',
      'Custom intake form builder',
      'Aftercare recommendations',
      'Analytics',
      'Priority support',
      'Custom branding',
    ],
    limitations: [],
    popular: true,
    callToAction: 'Choose Professional',
  },
  {
    name: 'Practice Suite',
    description: 'For several therapists under one roof.',
    monthlyPrice: 199,
    annualPrice: 1990,
    savings: 'Save $398 a year',
    features: [
      'Everything in Professional',
      'Multi-therapist management',
      'White-label branding',
      'API access',
      'Dedicated account manager',
      'Phone support',
      'Staff training',
    ],
    limitations: [],
    popular: false,
    callToAction: 'Choose Practice Suite',
  },
];

/** The plan behind 'Start Your Free Trial'. */
export const TRIAL_PLAN = 'Professional';
