import { toast } from '@attune/shared-ui/runtime';
import { useEffect, useRef } from 'react';
import { useCreateService } from '../services.api';
import { serviceMessages } from '../messages';
import { ServiceForm } from './service-form';
import styles from './services-card.module.css';

interface AddServiceFormProps {
  onClose: () => void;
  onDirtyChange: (dirty: boolean) => void;
}

/** The inline Add New Service form; it takes the focus when it opens, for the button that opened it is gone. */
export function AddServiceForm({ onClose, onDirtyChange }: AddServiceFormProps) {
  const create = useCreateService();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('input')?.focus(), []);

  return (
    <div ref={part} className={styles.adding}>
      <h3 className={styles.title}>Add New Service</h3>
      <ServiceForm
        label="Add New Service"
        submitLabel="Create Service"
        failedText={serviceMessages.createFailed}
        save={create.mutateAsync}
        onSaved={() => {
          toast.success(serviceMessages.created);
          onClose();
        }}
        onCancel={onClose}
        onDirtyChange={onDirtyChange}
      />
    </div>
  );
}
