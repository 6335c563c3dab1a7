import type { TransactionInputView, UnconfirmedInputView } from '@hopscope/contract';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { FlowRow } from '../../../../ui/display/Flow.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { noAddressText } from '../../model/text/script-text.ts';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';
import { ScriptTag } from './ScriptTag.tsx';

export type Input = TransactionInputView | UnconfirmedInputView;

const unseen = 'The spent output is not in the ledger, so its owner and amount are unknown.';

function Who({ input, full }: { input: Input; full: boolean }) {
  if (input.txid === null) return <Text tone={2}>Newly created coins and fees</Text>;
  if (input.amt === null) {
    return (
      <Text unknown title={unseen}>
        Not in ledger
      </Text>
    );
  }
  if (input.addr === null) return <Text tone={2}>{noAddressText(input.script_type)}</Text>;
  return <AddressLink address={input.addr} length={full ? 'medium' : 'short'} />;
}

function OriginPlace({ input }: { input: Input }) {
  if (input.block !== null) {
    return (
      <span>
        block <BlockLink height={input.block} />
      </span>
    );
  }
  if ('unconfirmed' in input && input.unconfirmed) {
    return (
      <Text tone={3} size={12}>
        also unconfirmed
      </Text>
    );
  }
  return (
    <Text tone={3} size={12} unknown title={unseen}>
      {'unconfirmed' in input ? 'not in the ledger' : 'before the stored blocks'}
    </Text>
  );
}

function Origin({ input }: { input: Input }) {
  if (input.txid === null) return null;
  return (
    <>
      <span>
        Output {input.vout !== null && <Count value={input.vout} />} of{' '}
        <TransactionLink txid={input.txid} plain />
      </span>
      <OriginPlace input={input} />
    </>
  );
}

/** One input; `full` adds the type and origin of the spent output. */
export function InputRow({
  input,
  own,
  full = false,
}: {
  input: Input;
  own?: string | undefined;
  full?: boolean;
}) {
  return (
    <FlowRow
      self={own !== undefined && input.addr === own}
      who={
        <>
          <Who input={input} full={full} />
          {full && input.script_type && input.txid !== null && <ScriptTag type={input.script_type} />}
        </>
      }
      amount={
        input.amt === null ? (
          input.txid !== null && <UnknownAmount why={unseen} />
        ) : (
          <Amount sats={input.amt} />
        )
      }
      note={full && <Origin input={input} />}
    />
  );
}
