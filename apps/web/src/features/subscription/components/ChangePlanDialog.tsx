import {
  type BillingPeriod,
  type Subscription,
  type Tier,
  freePlanId,
  texts,
  type CallOutput,
  type subscriptionEndpoints,
} from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangeSubscription, useCreateSubscription, usePreview } from '../api/subscription.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';

type Preview = CallOutput<typeof subscriptionEndpoints.previewSubscription>['data'];

/** Amounts due now and later. `ends`: the change is to the free plan. */
function PreviewFacts({ preview, ends }: { preview: Preview; ends: boolean }) {
  const { money, date } = useFormats();
  const { amountDueNow, creditForUnusedTime, nextPeriodStart, nextAmount, currency, trialEnd } = preview;
  const facts: Fact[] = [
    ['Due now', money(amountDueNow, currency)],
    ...(creditForUnusedTime > 0
      ? [['Credit for unused time', money(creditForUnusedTime, currency)] satisfies Fact]
      : []),
    ...(trialEnd === null ? [] : [['Trial until', date(trialEnd)] satisfies Fact]),
    ...(nextPeriodStart === null
      ? []
      : [['Next payment', `${money(nextAmount, currency)} on ${date(nextPeriodStart)}`] satisfies Fact]),
  ];
  return (
    <Stack gap={12}>
      {ends && (
        <Text tone={2} size={13}>
          The current plan stays active until the end of its period. The free plan applies after that.
        </Text>
      )}
      {creditForUnusedTime > 0 && (
        <Text tone={2} size={13}>
          Unused time on the current plan is credited to the second.
        </Text>
      )}
      <DescriptionList facts={facts} />
    </Stack>
  );
}

interface Choice {
  tier: Tier;
  creates: boolean;
}

function ChangePlan({
  subscription: { organizationId },
  choice: { tier, creates },
  billingPeriod,
  onClose,
}: {
  subscription: Subscription;
  choice: Choice;
  billingPeriod: BillingPeriod;
  onClose: () => void;
}) {
  const toast = useToast();
  const body = { tierId: tier.id, billingPeriod };
  const preview = usePreview(organizationId, body);
  const create = useCreateSubscription();
  const change = useChangeSubscription();
  const call = creates ? create : change;
  const failed = creates ? texts.subscriptionCreateFailed : texts.subscriptionUpdateFailed;

  function finish({ checkoutUrl }: { checkoutUrl: string | null }) {
    if (checkoutUrl !== null) {
      window.location.assign(checkoutUrl);
      return;
    }
    onClose();
    toast.success(texts.subscriptionUpdated);
  }

  function confirm() {
    if (call.isPending || !preview.data || preview.data.refusal !== null) return;
    if (creates) create.mutate({ body: { ...body, organizationId } }, { onSuccess: finish });
    else change.mutate({ params: { id: organizationId }, body }, { onSuccess: finish });
  }

  return (
    <FormStack label="Confirm" onSubmit={confirm}>
      {preview.data ? (
        <PreviewFacts preview={preview.data} ends={tier.id === freePlanId} />
      ) : preview.error ? (
        <ErrorState
          title="The price could not be calculated"
          message={toApiError(preview.error).message}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <RowTableSkeleton rows={3} kind="facts" />
      )}
      <FormFailure text={preview.data?.refusal ?? undefined} />
      <FormFailure text={call.isError ? failureMessage(call.error, failed) : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          submit
          kind="primary"
          loading={call.isPending}
          disabled={!preview.data || preview.data.refusal !== null}
        >
          Confirm
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Shows the cost of a plan change and confirms it. */
export function ChangePlanDialog({
  choice,
  onClose,
  ...rest
}: {
  subscription: Subscription;
  choice: Choice | undefined;
  billingPeriod: BillingPeriod;
  onClose: () => void;
}) {
  const period = rest.billingPeriod === 'monthly' ? 'billed monthly' : 'billed yearly';
  const title = choice ? `Change to ${choice.tier.name}, ${period}?` : '';
  return (
    <Dialog title={title} open={choice !== undefined} onClose={onClose}>
      {choice && <ChangePlan {...rest} choice={choice} onClose={onClose} />}
    </Dialog>
  );
}
