import { buttonClass } from '@attune/shared-ui/components/button';
import { Link } from '@attune/shared-ui/runtime';
import { intakeLinks, notOpenMessages } from '../messages';
import { NotOpenPanel } from './not-open-panel';
import styles from './not-open-panel.module.css';

/** The Intake tab: what it will do, and the ways to the forms' own page, each in a new browser tab. */
export function IntakePanel() {
  return (
    <NotOpenPanel {...notOpenMessages.intake}>
      <div className={styles.links}>
        {[intakeLinks.manage, intakeLinks.create].map((name) => (
          <Link key={name} to="/intake-forms" target="_blank" rel="noopener" className={buttonClass()}>
            {name}
          </Link>
        ))}
      </div>
      <p className={styles.hint}>{intakeLinks.hint}</p>
    </NotOpenPanel>
  );
}
