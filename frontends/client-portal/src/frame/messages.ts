export const frameMessages = {
  home: 'Attune, your dashboard',
  sections: 'Client Portal',
  dashboard: 'Dashboard',
  account: 'Account',
  logout: 'Logout',
  loggedOut: 'Logged out successfully',
} as const;
