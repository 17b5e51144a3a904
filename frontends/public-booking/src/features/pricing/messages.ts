/** Texts of the pricing page. */
export const pricingMessages = {
  title: 'Pricing',
  headline: 'One price, everything in its place',
  lead: 'Start free for 14 days on any plan. No card required, no setup fee.',
  billing: 'Billing period',
  monthly: 'Monthly',
  annual: 'Annual',
  saveUpTo: 'Save up to 20%',
  billedAnnually: 'Billed annually',
  perMonth: 'a month',
  popular: 'Most popular',
  plans: 'Plans',
  notIncluded: 'Not included: ',

  comparisonTitle: 'Instead of many apps',
  comparisonTotal: 'Together',
  comparisonAttune: 'Attune Professional',
  comparisonAttuneText: 'All of these in one, billed monthly.',

  includedTitle: 'What every plan includes',
  included: [
    '14-day free trial, no card required',
    'No setup fee',
    'Your own public booking page',
    'Appointment emails to both sides',
    'Working hours, notice periods and time zones',
    'Encrypted client records',
  ],

  questionsTitle: 'Questions people ask',
  questions: [
    {
      question: 'How does the free trial work?',
      answer: 'Every plan starts with 14 free days. No card is required, and nothing is charged unless you decide to stay.',
    },
    {
      question: 'Can I change my plan later?',
      answer: 'Yes, at any time. Plan changes take effect on the next billing cycle.',
    },
    {
      question: 'What do online payments cost?',
      answer: 'The payment processing fee is 2.9% plus 30 cents per transaction.',
    },
    {
      question: 'Is there a setup fee?',
      answer: 'No setup fee, on any plan.',
    },
  ],

  closingTitle: 'See how a week feels with it',
  startTrial: 'Start Your Free Trial',
  backHome: 'Back to Home',
} as const;
