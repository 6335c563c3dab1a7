import type { OpReturnView, TransactionOutputView, UnconfirmedOutputView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { FlowRow } from '../../../../ui/display/Flow.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { noAddressText } from '../../model/text/script-text.ts';
import { omniText, protocolName } from '../../model/transaction/data-text.ts';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';
import { ScriptTag } from './ScriptTag.tsx';

export type Output = TransactionOutputView | UnconfirmedOutputView;

const fates = {
  spent: { text: 'Spent', why: undefined },
  unspent: { text: 'Unspent', why: undefined },
  unknown: {
    text: 'Not known whether spent',
    why: 'The ledger ends or has a gap after this output, so a spend may be missing.',
  },
  unspendable: { text: 'Can never be spent', why: undefined },
  destroyed: {
    text: 'Destroyed by a later coinbase',
    why: 'A later coinbase with the same transaction id replaced this output (BIP30).',
  },
} satisfies Record<TransactionOutputView['spent'], { text: string; why: string | undefined }>;

function Spent({ output }: { output: Output }) {
  if (output.spent_by) {
    return (
      <span>
        Spent by <TransactionLink txid={output.spent_by.txid} plain />
        {output.spent_by.block === null ? (
          ', unconfirmed too'
        ) : (
          <>
            {' '}
            in block <BlockLink height={output.spent_by.block} />
          </>
        )}
      </span>
    );
  }
  const { text, why } = fates[output.spent];
  return (
    <Text tone={3} size={12} unknown={output.spent === 'unknown'} title={why}>
      {text}
    </Text>
  );
}

/** Data as text where it is meant to be read, kept to itself in direction; else as hex. */
function Data({ data }: { data: OpReturnView }) {
  const formats = useFormats();
  const protocol = protocolName(data);
  const message = omniText(data, formats);
  return (
    <>
      {protocol !== undefined && (
        <Tag title="By the mark at its beginning; whether it is a valid message is not looked at.">
          {protocol}
        </Tag>
      )}
      {message !== undefined && <span>{message}</span>}
      <Text mono tone={data.text === null ? 2 : 1} size={12}>
        {data.text === null ? data.hex === '' ? 'no data' : data.hex : <bdi>{data.text}</bdi>}
      </Text>
      {data.altered && (
        <Text tone={3} size={12}>
          without characters that do not show
        </Text>
      )}
    </>
  );
}

/** One output; `full` adds its type, its data and who spent it. */
export function OutputRow({
  output,
  own,
  full = false,
}: {
  output: Output;
  own?: string | undefined;
  full?: boolean;
}) {
  const named =
    output.addr === null ? (
      <Text tone={2}>{noAddressText(output.script_type)}</Text>
    ) : (
      <AddressLink address={output.addr} length={full ? 'medium' : 'short'} />
    );
  return (
    <FlowRow
      self={own !== undefined && output.addr === own}
      who={
        <>
          {named}
          {full && output.addr !== null && <ScriptTag type={output.script_type} />}
        </>
      }
      amount={<Amount sats={output.amt} />}
      note={
        full && (
          <>
            {output.op_return && <Data data={output.op_return} />}
            <Spent output={output} />
          </>
        )
      }
    />
  );
}
