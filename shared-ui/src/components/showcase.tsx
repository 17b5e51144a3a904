import { Choices } from './showcase/choices';
import { Controls } from './showcase/controls';
import { DaysAndTimes } from './showcase/days-and-times';
import { Figures } from './showcase/figures';
import { Foundations } from './showcase/foundations';
import { Overlays } from './showcase/overlays';
import { Progress } from './showcase/progress';
import { SigningIn } from './showcase/signing-in';
import { States } from './showcase/states';
import styles from './showcase/showcase.module.css';
import { PageHeader } from './page-header';
import { Button } from './button';

/** Every component in every state, for whoever builds with them. */
export default function Showcase() {
  return (
    <main id="main" className={styles.page}>
      <PageHeader
        title="Components"
        subtitle="Every part the screens are made of, in every state."
        actions={
          <>
            <Button>Copy Shareable Link</Button>
            <Button variant="primary">New booking</Button>
          </>
        }
      />
      <Foundations />
      <Controls />
      <Choices />
      <DaysAndTimes />
      <SigningIn />
      <Figures />
      <States />
      <Progress />
      <Overlays />
    </main>
  );
}
