import type { OpReturnView, TransactionOutputView, UnconfirmedOutputView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { FlowRow } from '../../../../ui/display/Flow.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { noAddressText } from '../../model/text/script-text.ts';
import { omniText, protocolName, thorchainText } from '../../model/transaction/data-text.ts';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';
import { ScriptTag } from './ScriptTag.tsx';

export type Output = TransactionOutputView | UnconfirmedOutputView;

const fates = {
  spent: { text: 'Spent', why: undefined },
  unspent: { text: 'Unspent', why: undefined },
  unknown: {
    text: 'Spent or unspent: unknown',
    why: 'The ledger ends or has a gap after this output: a spend may be missing.',
  },
  unspendable: { text: 'Unspendable', why: undefined },
  destroyed: {
    text: 'Destroyed by a later coinbase',
    why: 'A later coinbase with the same transaction ID replaced this output (BIP30).',
  },
} satisfies Record<TransactionOutputView['spent'], { text: string; why: string | undefined }>;

function Spent({ output }: { output: Output }) {
  if (output.spent_by) {
    return (
      <span>
        Spent by <TransactionLink txid={output.spent_by.txid} plain />
        {output.spent_by.block === null ? (
          ', also unconfirmed'
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

/** OP_RETURN data as text with isolated direction, or as hex if it isn't text. */
function Data({ data }: { data: OpReturnView }) {
  const formats = useFormats();
  const protocol = protocolName(data);
  const message = omniText(data, formats) ?? thorchainText(data);
  return (
    <>
      {protocol !== undefined && (
        <Tag title="Identified by its prefix; the message is not validated.">{protocol}</Tag>
      )}
      {message !== undefined && <span>{message}</span>}
      <Text mono tone={data.text === null ? 2 : 1} size={12}>
        {data.text === null ? data.hex === '' ? 'no data' : data.hex : <bdi>{data.text}</bdi>}
      </Text>
      {data.altered && (
        <Text tone={3} size={12}>
          without invisible characters
        </Text>
      )}
    </>
  );
}

/** One output; `full` adds its type, data, and spending transaction. */
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
