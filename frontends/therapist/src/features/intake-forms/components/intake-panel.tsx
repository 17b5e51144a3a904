import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Link } from '@attune/shared-ui/runtime';
import { intakeMessages as messages } from '../messages';
import styles from './intake-panel.module.css';

/** The dashboard's Intake tab: what forms are for, and the ways to their own page, each in a new browser tab. */
export default function IntakePanel() {
  return (
    <div className={styles.panel}>
      <div>
        <h2>{messages.title}</h2>
        <p className={styles.soft}>{messages.panelSubtitle}</p>
      </div>
      <Card>
        <div className={styles.panel}>
          <p className={styles.text}>{messages.panelText}</p>
          <div className={styles.links}>
            <Link to="/intake-forms" target="_blank" rel="noopener" className={buttonClass({ variant: 'primary' })}>
              Manage Forms
            </Link>
            <Link to="/intake-forms" target="_blank" rel="noopener" className={buttonClass()}>
              Create Intake Form
            </Link>
          </div>
          <p className={styles.soft}>{messages.panelHint}</p>
        </div>
      </Card>
    </div>
  );
}
