import type { EthereumMovementView } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Flow, FlowRow, FlowSide } from '../../../../ui/display/Flow.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { kindNames, otherSide, spamReasons } from '../../model/text/ethereum-text.ts';
import { AddressLink } from '../links.tsx';
import { AssetAmount, Ether } from './assets.tsx';

function Party({ row, side }: { row: EthereumMovementView; side: 'from' | 'to' }) {
  const address = row[side];
  if (address !== null) return <AddressLink address={address} length="medium" />;
  const other = otherSide({ ...row, direction: side === 'from' ? 'in' : 'out' });
  return <Text tone={2}>{'words' in other ? other.words : other.address}</Text>;
}

/** Notes on a movement: failure, spam, and its position in the transaction. */
function Notes({ row }: { row: EthereumMovementView }) {
  return (
    <Row gap={12} wrap>
      <span>{kindNames[row.kind]}</span>
      {row.method && <span>{row.method.signature}</span>}
      {row.path !== null && <span>call {row.path.map((step) => step + 1).join('.')}</span>}
      {row.log_index !== null && <span>event {row.log_index}</span>}
      {row.attempted !== null && (
        <span>
          failed: <Ether wei={row.attempted} /> not moved
        </span>
      )}
      {row.spam && <span>{spamReasons[row.spam]}</span>}
    </Row>
  );
}

/** Details of a movement: both sides, exact amount, transaction. */
export function MovementDetail({ row, own }: { row: EthereumMovementView; own: string }) {
  const amount = <AssetAmount asset={row.asset} amt={row.amt} full />;
  return (
    <Flow
      inset
      left={
        <FlowSide
          title="From"
          total=""
          rows={<FlowRow self={row.from === own} who={<Party row={row} side="from" />} amount="" />}
          below={<Notes row={row} />}
        />
      }
      right={
        <FlowSide
          title="To"
          total=""
          rows={<FlowRow self={row.to === own} who={<Party row={row} side="to" />} amount={amount} />}
          below={
            row.txid !== null && (
              <Link to="/home/block-explorer/transaction/$txid" params={{ txid: row.txid }}>
                Open transaction
              </Link>
            )
          }
        />
      }
    />
  );
}
