import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { useField } from '@attune/shared-ui/forms';
import { INSTRUMENT_NAMES, intakeMessages as messages } from '../messages';
import type { EditorForm } from '../use-editor-form';

/** Says that a form is scored, and when it cannot be any more; then it can be saved without. */
export function InstrumentNotice({ form }: { form: EditorForm }) {
  const { control, error } = useField(form, 'instrument');
  if (control.value === null) return null;
  const saveWithout = () => {
    control.onChange(null);
    void form.submit();
  };
  return (
    <div data-field={control['data-field']} tabIndex={-1}>
      <Banner
        tone={error === undefined ? 'info' : 'danger'}
        role={error === undefined ? undefined : 'alert'}
        title={error === undefined ? messages.scored(INSTRUMENT_NAMES[control.value]) : undefined}
        action={
          error !== undefined && (
            <Button size="sm" onClick={saveWithout}>
              Save without scoring
            </Button>
          )
        }
      >
        {error ?? messages.scoredText}
      </Banner>
    </div>
  );
}
