import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { ApiError, toast, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { changePassword, type PasswordChange } from './account.api';
import { sessionsKey } from './account.api';
import { accountMessages as messages } from './messages';

type Problems = Partial<Record<keyof PasswordChange, string>>;

const NOTHING: PasswordChange = { current_password: '', new_password: '' };
const SHORTEST = 12;
const LONGEST = 200;

/** The form's fields, what is wrong with each, and the change itself. */
export function usePasswordForm() {
  const [typed, setTyped] = useState(NOTHING);
  const [problems, setProblems] = useState<Problems>({});
  const queryClient = useQueryClient();
  const currentInput = useRef<HTMLInputElement>(null);
  const nextInput = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      setTyped(NOTHING);
      toast.success(messages.changed);
      void queryClient.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (error) => setProblems(problemsOf(error)),
  });

  const wrong = problems.current_password !== undefined ? currentInput : problems.new_password !== undefined ? nextInput : undefined;
  useEffect(() => wrong?.current?.focus(), [wrong]);

  return {
    typed,
    problems,
    /** A refusal that is about neither field. */
    refusal: save.isError && wrong === undefined ? refusalText(save.error, messages.changeFailed) : '',
    saving: save.isPending,
    currentInput,
    nextInput,
    change: (part: Partial<PasswordChange>) => {
      setTyped((current) => ({ ...current, ...part }));
      setProblems({});
      save.reset();
    },
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (save.isPending) return;
      const found = problemsIn(typed);
      setProblems(found);
      if (Object.keys(found).length === 0) save.mutate(typed);
    },
  };
}

function problemsIn({ current_password: current, new_password: next }: PasswordChange): Problems {
  return {
    ...(current.trim() === '' && { current_password: messages.currentMissing }),
    ...((next.length < SHORTEST || next.length > LONGEST) && { new_password: messages.nextShort }),
  };
}

/** What the server said about each field. */
function problemsOf(error: unknown): Problems {
  const told = error instanceof ApiError ? (error.errors ?? []) : [];
  const of = (field: keyof PasswordChange) => told.find((one) => one.field === field)?.message;
  const [current, next] = [of('current_password'), of('new_password')];
  return { ...(current !== undefined && { current_password: current }), ...(next !== undefined && { new_password: next }) };
}
