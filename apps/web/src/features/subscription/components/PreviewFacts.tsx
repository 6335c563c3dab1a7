import type { CallOutput, subscriptionEndpoints } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';

type Preview = CallOutput<typeof subscriptionEndpoints.previewSubscription>['data'];

/** Amounts due now and later. `ends`: the change is to the free plan. */
export function PreviewFacts({ preview, ends }: { preview: Preview; ends: boolean }) {
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
