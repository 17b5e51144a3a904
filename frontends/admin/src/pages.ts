/** The one module this remote exposes: its pages by the names of the shell's route table. */
export const runtimeContract = 2;

export const pages = {
  login: () => import('./pages/login.page'),
  dashboard: () => import('./pages/dashboard.page'),
  account: () => import('./pages/account.page'),
  emergency: () => import('./pages/emergency.page'),
};
