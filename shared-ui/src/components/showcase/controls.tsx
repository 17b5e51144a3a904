import { useState } from 'react';
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from '../button';
import { Field } from '../field';
import { IconButton } from '../icon-button';
import { PasswordInput } from '../password-input';
import { Select } from '../select';
import { TextArea } from '../text-area';
import { TextInput } from '../text-input';
import { Section } from './section';
import styles from './showcase.module.css';

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const sizes: ButtonSize[] = ['sm', 'md', 'lg'];
const zones = [
  { value: 'America/New_York', label: 'America/New York' },
  { value: 'Europe/Paris', label: 'Europe/Paris' },
];

/** Buttons and fields. */
export function Controls() {
  const [zone, setZone] = useState('');
  const [notes, setNotes] = useState('I would rather not use video the first time.');
  return (
    <>
      <Section title="Buttons" layout="wide">
        {sizes.map((size) => (
          <div key={size} className={styles.row}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
            <Button size={size} icon="plus">
              Add Service
            </Button>
            <Button variant="primary" size={size} loading>
              Booking...
            </Button>
            <Button variant="primary" size={size} disabled>
              Confirm Booking
            </Button>
          </div>
        ))}
        <div className={styles.row}>
          <a className={buttonClass({ variant: 'primary' })} href="#link">
            A link
          </a>
          <IconButton icon="edit" label="Edit" />
          <IconButton icon="refresh" label="Refresh" variant="secondary" />
          <IconButton icon="trash" label="Delete" variant="danger" />
          <IconButton icon="close" label="Close" size="sm" />
          <IconButton icon="trash" label="Delete, not possible" disabled />
        </div>
        <Button variant="primary" fullWidth>
          Full width
        </Button>
      </Section>
      <Section title="Fields">
        <Field label="Full name">{(aria) => <TextInput {...aria} autoComplete="name" defaultValue="Nadia Öztürk" dir="auto" />}</Field>
        <Field label="Email" error="Please enter an email address, like name@example.org.">
          {(aria) => <TextInput {...aria} type="email" defaultValue="nadia@" />}
        </Field>
        <Field label="Phone" hint="Only used when something changes at short notice." optional>
          {(aria) => <TextInput {...aria} type="tel" placeholder="+1 212 555 0100" />}
        </Field>
        <Field label="Password">{(aria) => <PasswordInput {...aria} defaultValue="correct horse" autoComplete="off" />}</Field>
        <Field label="Time zone">
          {(aria) => <Select {...aria} value={zone} onChange={setZone} options={zones} placeholder="Choose a zone" />}
        </Field>
        <Field label="Not now">{(aria) => <TextInput {...aria} disabled defaultValue="Cannot be changed" />}</Field>
        <Field label="Notes" optional>
          {(aria) => <TextArea {...aria} value={notes} onChange={(event) => setNotes(event.target.value)} autoGrow />}
        </Field>
        <Field label="Bio" error="Please keep it under 2,000 characters.">
          {(aria) => <TextArea {...aria} defaultValue="A fixed height, drawn out by hand." />}
        </Field>
        <Field label="Language">
          {(aria) => <Select {...aria} disabled value="en" onChange={() => undefined} options={[{ value: 'en', label: 'English' }]} />}
        </Field>
      </Section>
    </>
  );
}
