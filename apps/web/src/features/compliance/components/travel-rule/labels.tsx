import { type TravelState, type TravelTransfer, type TravelTransferDetails } from '@hopscope/contract';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { Tag, type TagTone } from '../../../../ui/display/Tag.tsx';

export const stateNames: Readonly<Record<TravelState, string>> = {
  sending: 'Sending',
  waiting: 'Waiting',
  undecided: 'Undecided',
  more_requested: 'More requested',
  approved: 'Approved',
  completed: 'Completed',
  rejected: 'Rejected',
  canceled: 'Canceled',
  failed: 'Failed',
  recorded: 'Recorded',
};
const tones: Readonly<Partial<Record<TravelState, TagTone>>> = {
  undecided: 'orange',
  more_requested: 'orange',
  approved: 'green',
  completed: 'green',
  rejected: 'red',
  failed: 'red',
};

export const eventNames: Readonly<Record<TravelTransferDetails['events'][number]['kind'], string>> = {
  created: 'Entered',
  sent: 'Received by the other institution',
  received: 'Received',
  more_requested: 'More information requested',
  information_sent: 'Information sent again',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Transaction reported',
  canceled: 'Canceled',
  failed: 'Could not be sent',
  erased: 'Personal data erased',
};

/** State of a transfer. */
export function TransferState({ state, delivery }: Pick<TravelTransfer, 'state' | 'delivery'>) {
  const late = delivery && delivery.attempts > 0;
  return (
    <Tag
      {...(tones[state] && { tone: tones[state] })}
      dashed={state === 'sending' || state === 'waiting'}
      {...(late && { title: `Not delivered yet: ${delivery.error ?? 'no answer'}` })}
    >
      {stateNames[state]}
    </Tag>
  );
}

/** Amount of a transfer in its asset. */
export function TransferSum({ transfer }: { transfer: TravelTransfer }) {
  const { symbol, decimals, amount } = transfer;
  return <CoinAmount coin={{ symbol, decimals }} amount={amount} />;
}
