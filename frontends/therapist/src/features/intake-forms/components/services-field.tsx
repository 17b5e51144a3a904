import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useField } from '@attune/shared-ui/forms';
import { intakeMessages as messages } from '../messages';
import type { EditorForm } from '../use-editor-form';
import styles from './form-editor.module.css';

interface ServicesFieldProps {
  form: EditorForm;
  services: readonly { id: string; name: string }[];
}

/** The services whose bookings send the form, and how often. */
export function ServicesField({ form, services }: ServicesFieldProps) {
  const { control, error } = useField(form, 'services');
  const chosen = new Map(control.value.map((one) => [one.service_id, one]));
  const choose = (id: string, everyBooking: boolean | undefined) =>
    control.onChange(
      services.flatMap(({ id: one }) => {
        const every_booking = one === id ? everyBooking : chosen.get(one)?.every_booking;
        return every_booking === undefined ? [] : [{ service_id: one, every_booking }];
      }),
    );
  return (
    <Card as="section" padding="none" aria-labelledby="form-services">
      <CardHeader id="form-services" title="Goes out with" />
      <CardBody>
        <div className={styles.fields} data-field={control['data-field']} tabIndex={-1}>
          <p className={styles.soft}>{services.length === 0 ? messages.noServices : messages.servicesNote}</p>
          {error !== undefined && <p className={styles.wrong}>{error}</p>}
          {services.map(({ id, name }) => (
            <div key={id} className={styles.service}>
              <Checkbox label={<UserText>{name}</UserText>} checked={chosen.has(id)} onChange={(event) => choose(id, event.target.checked ? false : undefined)} />
              {chosen.has(id) && (
                <Checkbox
                  className={styles.often}
                  label="With every booking"
                  aria-label={`With every booking of ${name}`}
                  description="Otherwise until the client has completed it once."
                  checked={chosen.get(id)?.every_booking ?? false}
                  onChange={(event) => choose(id, event.target.checked)}
                />
              )}
            </div>
          ))}
        </div>
      </CardBody>
    </Card>
  );
}
