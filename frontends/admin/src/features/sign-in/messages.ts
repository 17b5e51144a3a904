export const messages = {
  title: 'Administrator Login',
  home: 'Attune home',
  notOpen: {
    title: 'Administration is not open yet',
    text: 'Nobody can sign in here for now. Therapists sign in with “For Therapists” on the homepage.',
  },
  username: 'Username',
  password: 'Password',
  submit: 'Sign In',
  back: 'Return to homepage',
} as const;
