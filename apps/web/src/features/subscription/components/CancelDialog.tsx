import { type Subscription, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { RadioList } from '../../../ui/form/RadioList.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useCancelSubscription } from '../api/subscription.ts';

/** Cancels now, or at the end of the billing period. */
export function CancelDialog({
  subscription,
  open,
  onClose,
}: {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}) {
  const toast = useToast();
  const { date } = useFormats();
  const [when, setWhen] = useState<'end' | 'now'>('end');
  const cancel = useCancelSubscription();
  const { currentPeriodEnd, organizationId: id } = subscription;

  function confirm() {
    const cancelImmediately = when === 'now';
    cancel.mutate(
      { params: { id }, body: { cancelImmediately } },
      {
        onSuccess() {
          onClose();
          toast.success(cancelImmediately ? texts.subscriptionCanceledNow : texts.subscriptionCanceledLater);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      title="Cancel subscription?"
      open={open}
      confirmText="Cancel subscription"
      cancelText="Keep subscription"
      danger
      busy={cancel.isPending}
      failure={cancel.isError ? failureMessage(cancel.error, texts.subscriptionCancelFailed) : undefined}
      onConfirm={confirm}
      onClose={() => {
        cancel.reset();
        onClose();
      }}
    >
      <RadioList
        legend="When should it end?"
        value={when}
        onChange={setWhen}
        options={[
          {
            value: 'end',
            name: 'At the end of the billing period',
            text:
              currentPeriodEnd === null
                ? 'Your plan stays active until then.'
                : `Your plan stays active until ${date(currentPeriodEnd)}.`,
          },
          {
            value: 'now',
            name: 'Immediately',
            text: 'Free plan limits apply immediately. The unused time is not refunded.',
          },
        ]}
      />
    </ConfirmDialog>
  );
}
