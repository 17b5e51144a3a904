import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { today } from '@attune/shared-ui/format';
import { FormField, FormNotes, type Typed, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, toast, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useMemo } from 'react';
import { accountKey } from '../../../account-query';
import type { Account, AccountInput } from '../../../wire';
import { saveDetails } from '../account-details.api';
import { detailsMessages as messages } from '../messages';
import styles from './details-form.module.css';

type DetailsValues = Typed<AccountInput>;

/** Name, phone and date of birth. */
export function DetailsForm({ account }: { account: Account }) {
  const form = useDetailsForm(account);
  return (
    <Card>
      <form {...form.props} aria-label={messages.title} className={styles.fields}>
        <FormNotes form={form} />
        <FormField form={form} name="name" id="details-name" label={messages.name}>
          {(control) => <TextInput {...control} name="name" autoComplete="name" dir="auto" maxLength={120} required />}
        </FormField>
        <FormField form={form} name="phone" id="details-phone" label={messages.phone} optional>
          {(control) => <TextInput {...control} type="tel" name="phone" autoComplete="tel" dir="ltr" maxLength={40} />}
        </FormField>
        <FormField form={form} name="date_of_birth" id="details-birth-date" label={messages.birthDate} optional>
          {(control) => <TextInput {...control} type="date" name="date_of_birth" autoComplete="bday" max={today()} />}
        </FormField>
        <Button type="submit" variant="primary" className={styles.save} loading={form.busy}>
          {messages.save}
        </Button>
      </form>
    </Card>
  );
}

function useDetailsForm(account: Account) {
  const queries = useQueryClient();
  const session = useSession();
  return useServerForm<DetailsValues>({
    stored: useMemo(() => valuesOf(account), [account]),
    keep: { form: 'details' },
    check: ({ name }) => ({ ...(name.trim() === '' && { name: messages.required }) }),
    send: async (values) => {
      const saved = await saveDetails(bodyOf(values));
      queries.setQueryData(accountKey, saved);
      toast.success(messages.saved);
      await session.refresh().catch(() => undefined);
      return valuesOf(saved);
    },
    onInvalid: () => void toast.error(messages.required),
    onRefused: (problem, told) => {
      const sentence = problem instanceof ApiError ? problem.detail : messages.saveFailed;
      toast.error(sentence);
      // The toast has said it already.
      return { ...told, lines: told.lines.filter((line) => line !== sentence) };
    },
    refresh: () => void queries.invalidateQueries({ queryKey: accountKey }),
  });
}

function valuesOf({ name, phone, date_of_birth }: Account): DetailsValues {
  return { name, phone: phone ?? '', date_of_birth: date_of_birth ?? '' };
}

/** What is empty is taken away. */
function bodyOf({ name, phone, date_of_birth }: DetailsValues): AccountInput {
  return { name: name.trim(), phone: phone.trim() || null, date_of_birth: date_of_birth || null };
}
