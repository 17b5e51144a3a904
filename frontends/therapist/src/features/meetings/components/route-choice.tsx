import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { Radio } from '@attune/shared-ui/components/radio';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useQuery } from '@attune/shared-ui/runtime';
import { meetingMessages as messages } from '../messages';
import { enginesQuery } from '../recording.api';
import type { SetupValues } from '../setup-values';
import styles from './meeting-setup.module.css';

const ROUTES = ['device', 'upload', 'bot'] as const;

/** How the session is recorded; what is not set up here is said before anybody is asked for consent. */
export function RouteChoice({ form }: { form: ServerForm<SetupValues> }) {
  const { value, onChange } = useField(form, 'route').control;
  const { data } = useQuery(enginesQuery());
  const closed = (route: SetupValues['route']): string | undefined => {
    const ways = data?.engines.filter((engine) => engine.route === route) ?? [];
    return ways.length > 0 && ways.every(({ available }) => !available) ? (ways[0]?.reason ?? undefined) : undefined;
  };
  return (
    <FieldGroup legend={messages.route}>
      {ROUTES.map((route) => {
        const reason = closed(route);
        return (
          <Radio
            key={route}
            name="meeting-route"
            value={route}
            checked={value === route}
            disabled={reason !== undefined}
            onChange={() => onChange(route)}
            label={
              <>
                {messages.routes[route]}
                <span className={styles.routeHint}>{reason ?? messages.routeHints[route]}</span>
              </>
            }
          />
        );
      })}
    </FieldGroup>
  );
}
