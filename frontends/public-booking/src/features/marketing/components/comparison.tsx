import { Button } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { toolComparison } from '../content';
import { landingMessages as messages } from '../messages';
import styles from './comparison.module.css';

/** What each need takes before, and with Attune. */
export function Comparison({ onSignIn }: { onSignIn: () => void }) {
  return (
    <section className={styles.section} aria-labelledby="comparison-title">
      <div className={styles.words}>
        <h2 id="comparison-title">{messages.comparisonTitle}</h2>
        <p className={styles.soft}>{messages.comparisonText}</p>
        <Button variant="primary" onClick={onSignIn}>
          {messages.makeTheSwitch}
        </Button>
      </div>
      <table className={styles.table} aria-labelledby="comparison-title">
        <thead>
          <tr>
            <th scope="col">{messages.comparisonNeed}</th>
            <th scope="col">{messages.comparisonBefore}</th>
            <th scope="col">{messages.comparisonAfter}</th>
          </tr>
        </thead>
        <tbody>
          {toolComparison.map(({ need, before, after }) => (
            <tr key={need}>
              <th scope="row">{need}</th>
              <td className={styles.before}>
                <Icon name="minus" size={16} label={`${messages.comparisonBefore}:`} />
                <span>{before}</span>
              </td>
              <td className={styles.after}>
                <Icon name="check" size={16} label={`${messages.comparisonAfter}:`} />
                <span>{after}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
