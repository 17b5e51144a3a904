/** The pages that the page server draws, with the names of `pages.ts`; built into a file of its own. */
export { runtimeContract } from './pages';
import TherapistByIdPage from './pages/therapist-by-id.page';
import TherapistBySlugPage from './pages/therapist-by-slug.page';

export const pages = {
  'therapist-by-id': TherapistByIdPage,
  'therapist-by-slug': TherapistBySlugPage,
};
