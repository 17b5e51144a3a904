import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { type Service, useDeleteService } from '../services.api';
import { serviceMessages } from '../messages';

interface DeleteServiceDialogProps {
  service: Service | null;
  onClose: () => void;
  /** The server's sentence when it refused. */
  onRefused: (detail: string) => void;
}

/** Asks before a service is deleted and says what becomes of its bookings. */
export function DeleteServiceDialog({ service, onClose, onRefused }: DeleteServiceDialogProps) {
  const remove = useDeleteService();
  if (service === null) return null;

  const confirm = async () => {
    try {
      await remove.mutateAsync(service.id);
      toast.success(serviceMessages.deleted);
    } catch (error) {
      toast.error(serviceMessages.deleteFailed);
      if (error instanceof ApiError) onRefused(error.detail);
    } finally {
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this service?"
      body={
        <>
          <strong>
            <bdi dir="auto">{service.name}</bdi>
          </strong>
          <br />
          {serviceMessages.deleteBody}
        </>
      }
      confirmLabel="Delete service"
      cancelLabel="Keep it"
      loading={remove.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
