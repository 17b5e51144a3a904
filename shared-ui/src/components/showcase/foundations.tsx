import { Avatar } from '../avatar';
import { Badge, type BadgeTone } from '../badge';
import { Icon, type IconName } from '../icon';
import { iconPaths } from '../icon-paths';
import { Logo } from '../logo';
import { UserText } from '../user-text';
import { Section } from './section';
import styles from './showcase.module.css';

const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'accent-soft', 'attention-soft', 'positive-soft', 'info-soft', 'danger-soft'];
const tones: BadgeTone[] = ['positive', 'info', 'danger', 'attention', 'neutral', 'accent'];
const iconNames = Object.keys(iconPaths) as IconName[];

/** Colours, type, icons, names and badges. */
export function Foundations() {
  return (
    <>
      <Section title="Colour and type" layout="wide">
        <div className={styles.swatches}>
          {surfaces.map((name) => (
            <div key={name} className={styles.swatch} style={{ background: `var(--${name})` }}>
              {name}
            </div>
          ))}
        </div>
        <div>
          <Logo size="lg" />
          <p className={styles.sample34}>Dr. Amélie Okonkwo-Reyes</p>
          <h3>A heading of the third level</h3>
          <p>
            I work with adults who carry more than they show. We begin where you are, at a pace that is yours, with methods that have
            evidence behind them. <a href="#more">Read on</a>
          </p>
          <p>
            <UserText>عمر الفاروق</UserText> · <UserText>Wilhelmina van der Bergh-Castellanos</UserText> · <UserText>Łukasz Żółć</UserText>
          </p>
        </div>
      </Section>
      <Section title="Badges" layout="row">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="positive" icon="check">
          Connected
        </Badge>
      </Section>
      <Section title="Pictures" layout="row">
        <Avatar name="Dr. Amélie Okonkwo-Reyes" size="sm" />
        <Avatar name="Jonah Whitfield" />
        <Avatar name="عمر الفاروق" size="lg" alt="عمر الفاروق" />
        <Avatar name="Dr. Amélie Okonkwo-Reyes" size="portrait" />
      </Section>
      <Section title="Icons" layout="row">
        {iconNames.map((name) => (
          <span key={name} title={name}>
            <Icon name={name} size={22} />
          </span>
        ))}
      </Section>
    </>
  );
}
