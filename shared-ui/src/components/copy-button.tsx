import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button';
import { VisuallyHidden } from './visually-hidden';

export interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'aria-label'> {
  /** What goes to the clipboard. */
  text: string;
  label?: string;
}

type Outcome = 'copied' | 'refused' | null;

const TOLD_FOR_MS = 2_500;
const words: Record<Exclude<Outcome, null>, string> = { copied: 'Copied', refused: 'Could not be copied' };

/** Copies a text, and says on itself for a moment whether that worked. */
export function CopyButton({ text, label = 'Copy', ...look }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), TOLD_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button {...look} icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {outcome === null ? label : words[outcome]}
      </Button>
      <VisuallyHidden>
        <span role="status">{outcome === null ? '' : words[outcome]}</span>
      </VisuallyHidden>
    </>
  );
}
