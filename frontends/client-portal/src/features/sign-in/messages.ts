export const messages = {
  title: 'Client Portal',
  subtitle: 'Your appointments, session notes and care plans in one place.',
  home: 'Attune home',
  notOpen: {
    title: 'The portal is not open yet',
    text: 'You cannot sign in or register here for now. You can still book, and the link in your confirmation email lets you see, move or cancel that appointment.',
  },
  tabs: { label: 'Sign in or register', login: 'Login', register: 'Register' },
  login: {
    email: 'Email',
    emailHint: 'No password needed. A code sent to this address will sign you in.',
    submit: 'Login',
  },
  register: {
    name: 'Full name',
    email: 'Email',
    phone: 'Phone',
    birthDate: 'Date of birth',
    submit: 'Register',
  },
} as const;
