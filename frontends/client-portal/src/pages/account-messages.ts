export const accountMessages = {
  title: 'Account',
  subtitle: 'Your details, who has access, and your data.',
  loading: 'Loading your account',
  unable: 'Unable to Load Account',
  unableText: 'Nothing has changed. Please try again in a moment.',
  tryAgain: 'Try Again',
  unverifiedTitle: 'Please confirm your email address',
  unverifiedText: 'Until then you can only change what you typed yourself. We send a code to your address to make sure that it is yours.',
} as const;
