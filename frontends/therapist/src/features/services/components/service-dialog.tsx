import { Dialog } from '@attune/shared-ui/components/dialog';
import { toast } from '@attune/shared-ui/runtime';
import { useRef } from 'react';
import type { Leave } from '../../../writing/use-asked-leave';
import { type Service, type ServiceBody, useCreateService, useUpdateService } from '../services.api';
import { serviceMessages } from '../messages';
import { ServiceForm } from './service-form';

interface ServiceDialogProps {
  /** The service to edit, or 'new'. */
  subject: Service | 'new';
  onClose: () => void;
}

/** The service form as a dialog; however it is closed, it asks first while something is typed. */
export function ServiceDialog({ subject, onClose }: ServiceDialogProps) {
  const leave: Leave = useRef(undefined);
  const create = useCreateService();
  const update = useUpdateService();
  const isNew = subject === 'new';
  const title = isNew ? 'Add Service' : 'Edit service';

  const save = (body: ServiceBody) =>
    isNew ? create.mutateAsync(body) : update.mutateAsync({ id: subject.id, body });

  return (
    <Dialog open title={title} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      <ServiceForm
        label={title}
        service={isNew ? undefined : subject}
        submitLabel={isNew ? 'Create Service' : 'Save changes'}
        failedText={isNew ? serviceMessages.createFailed : serviceMessages.updateFailed}
        save={save}
        onSaved={() => {
          toast.success(isNew ? serviceMessages.created : serviceMessages.updated);
          onClose();
        }}
        onCancel={onClose}
        leave={leave}
      />
    </Dialog>
  );
}
