// Stands in for the shell's `remotes/browser-remotes` in the build without federation: the remote's pages are part of it.
import { pages } from '../../../public-booking/src/pages';

export const remoteLoader = {
  loadPage: async (_remote, page) => (await pages[page]()).default,
};
