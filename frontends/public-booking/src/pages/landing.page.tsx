import { buttonClass } from '@attune/shared-ui/components/button';
import { Link, useLocation, usePageTitle, useSession } from '@attune/shared-ui/runtime';
import { BenefitCards, BenefitList } from '../features/marketing/components/benefits';
import { Closing } from '../features/marketing/components/closing';
import { Comparison } from '../features/marketing/components/comparison';
import { Hero } from '../features/marketing/components/hero';
import { LandingHeader } from '../features/marketing/components/landing-header';
import { Testimonials } from '../features/marketing/components/testimonials';
import { landingMessages as messages } from '../features/marketing/messages';
import { useDemo } from '../features/marketing/use-demo';
import { planByAddress } from '../features/pricing/plan-address';
import { PublicFooter } from '../site/public-footer';
import { PublicMain } from '../site/public-main';

/** `/`: what Attune is, for those who do not know it yet. */
export default function LandingPage() {
  usePageTitle('Practice management for therapists');
  const { startTherapistSignIn } = useSession();
  const search = new URLSearchParams(useLocation().search);
  const demo = useDemo();
  const signIn = () => startTherapistSignIn();
  return (
    <>
      <LandingHeader onDemo={demo.open} onSignIn={signIn} />
      <PublicMain>
        <Hero onDemo={demo.open} onSignIn={signIn} plan={planByAddress(search)?.name} />
        <Comparison onSignIn={signIn} />
        <BenefitCards />
        <BenefitList onSignIn={signIn} />
        <Testimonials onSignIn={signIn} />
        <Closing onDemo={demo.open} onSignIn={signIn} />
      </PublicMain>
      <PublicFooter>
        <Link to="/admin/login" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          {messages.admin}
        </Link>
      </PublicFooter>
      {demo.window}
    </>
  );
}
