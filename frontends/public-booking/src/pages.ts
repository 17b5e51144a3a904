/** The one module this remote exposes: its pages by the names of the shell's route table. */
export const runtimeContract = 2;

export const pages = {
  landing: () => import('./pages/landing.page'),
  pricing: () => import('./pages/pricing.page'),
  'therapist-by-id': () => import('./pages/therapist-by-id.page'),
  'therapist-by-slug': () => import('./pages/therapist-by-slug.page'),
  manage: () => import('./pages/manage.page'),
  reminders: () => import('./pages/reminders.page'),
  waiting: () => import('./pages/waiting.page'),
  forms: () => import('./pages/forms.page'),
  consent: () => import('./pages/consent.page'),
};
