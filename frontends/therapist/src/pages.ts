/** The one module this remote exposes: its pages by the names of the shell's route table. */
export const runtimeContract = 2;

export const pages = {
  dashboard: () => import('./pages/dashboard.page'),
  profile: () => import('./pages/profile.page'),
  'intake-forms': () => import('./pages/intake-forms.page'),
  'sent-forms': () => import('./pages/sent-forms.page'),
  client: () => import('./pages/client.page'),
  answers: () => import('./pages/answers.page'),
};
