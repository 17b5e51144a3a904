import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { serviceMessages } from './messages';
import { type Service, useArrangeServices } from './services.api';

/** The id of the button that moves a service up (-1) or down (1). */
export const moveButtonId = (id: string, by: -1 | 1): string => `move-${by === 1 ? 'down' : 'up'}-${id}`;

/** The list with one service taken to the place of another one. */
function withMoved(services: readonly Service[], from: number, to: number): Service[] {
  const moved = [...services];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** Puts services into the therapist's own order: a step at a time by button, or by dragging a row onto another one's place. */
export function useServiceOrder(services: readonly Service[], onRefused: (reason: string) => void) {
  const arrange = useArrangeServices();
  const [said, setSaid] = useState('');
  const focusOn = useRef<{ id: string; by: -1 | 1 } | null>(null);

  // A row that changes places takes the focus along; at an end the other button has it.
  useEffect(() => {
    if (focusOn.current === null) return;
    const { id, by } = focusOn.current;
    focusOn.current = null;
    const button = document.getElementById(moveButtonId(id, by)) as HTMLButtonElement | null;
    (button?.disabled ? document.getElementById(moveButtonId(id, by === 1 ? -1 : 1)) : button)?.focus();
  }, [services]);

  const put = (service: Service, to: number) => {
    const from = services.findIndex(({ id }) => id === service.id);
    if (from === -1 || from === to || to < 0 || to >= services.length) return;
    setSaid(serviceMessages.moved(service.name, to + 1, services.length));
    arrange.mutate(withMoved(services, from, to), {
      onError: (error) => {
        setSaid('');
        toast.error(serviceMessages.orderFailed);
        onRefused(error instanceof ApiError ? error.detail : serviceMessages.orderFailed);
      },
    });
  };

  return {
    /** For people who do not see the list move. */
    said,
    step: (service: Service, by: -1 | 1) => {
      focusOn.current = { id: service.id, by };
      put(service, services.findIndex(({ id }) => id === service.id) + by);
    },
    moveTo: (id: string, to: number) => {
      const service = services.find((one) => one.id === id);
      if (service) put(service, to);
    },
  };
}
