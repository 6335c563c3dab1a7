import type { MonitoredAddress } from '@hopscope/contract';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useDeleteAddress } from '../../api/monitored-addresses.ts';
import { complianceTexts as texts } from '../../model/texts.ts';

/** Confirms that an address is no longer monitored. */
export function DeleteAddress({
  entry,
  organizationId,
  onClose,
}: {
  entry: MonitoredAddress | undefined;
  organizationId: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const remove = useDeleteAddress(organizationId);
  return (
    <ConfirmDialog
      title="Delete address"
      open={entry !== undefined}
      danger
      busy={remove.isPending}
      failure={remove.error ? failureMessage(remove.error, texts.addressDeleteFailed) : undefined}
      confirmText="Delete"
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() => {
        if (!entry) return;
        remove.mutate(
          { params: { id: entry._id } },
          {
            onSuccess() {
              toast.success(texts.addressDeleted);
              onClose();
            },
          },
        );
      }}
    >
      <Text mono>{entry?.address}</Text> is no longer monitored. Its transactions and its change history are
      kept.
    </ConfirmDialog>
  );
}
