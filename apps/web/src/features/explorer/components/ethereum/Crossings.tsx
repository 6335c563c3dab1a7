import type { CrossingView } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { crossingProofNames, crossingProofReasons } from '../../model/text/ethereum-text.ts';
import { Folded } from '../Folded.tsx';
import { AddressLink, TransactionLink } from '../links.tsx';
import { AssetAmount, AssetLink } from './assets.tsx';

/** Amount of a crossing; only the asset where the amount is not stated. */
export function CrossedAmount({
  crossing: { asset, amt },
  full = false,
}: {
  crossing: Pick<CrossingView, 'asset' | 'amt'>;
  full?: boolean;
}) {
  if (!asset) return <Text tone={3}>amount not stated</Text>;
  return amt === null ? <AssetLink asset={asset} /> : <AssetAmount asset={asset} amt={amt} full={full} />;
}

const isConfirmed = ({ proof }: CrossingView): boolean => proof === 'agreed' || proof === 'exact';

/** An account on the other chain; a link where this server has that chain. */
function OtherAccount({ account, crossing }: { account: string; crossing: CrossingView }) {
  const { chain } = crossing;
  return chain?.name === 'Ethereum' || isConfirmed(crossing) ? (
    <AddressLink address={account} />
  ) : (
    <Hash value={account} what="address" />
  );
}

/** The transaction on the other chain that the crossing names, or that paid it; a link where the ledger has it. */
function OtherTransaction({ txid, crossing }: { txid: string; crossing: CrossingView }) {
  return isConfirmed(crossing) ? (
    <TransactionLink txid={txid} />
  ) : (
    <Hash value={txid} what="transaction hash" />
  );
}

/** The other side of a crossing: the account there, or the transaction if no account is stated. */
function OtherSide({ crossing }: { crossing: CrossingView }) {
  const { account, direction, transaction } = crossing;
  if (account !== null) {
    return (
      <>
        <Text tone={3}>{direction === 'out' ? 'to' : 'paid to'}</Text>
        <OtherAccount account={account} crossing={crossing} />
      </>
    );
  }
  if (transaction !== null) {
    return (
      <>
        <Text tone={3}>{direction === 'out' ? 'in' : 'for'}</Text>
        <OtherTransaction txid={transaction} crossing={crossing} />
      </>
    );
  }
  return <Text tone={3}>recipient not stated</Text>;
}

function CrossingRow({ crossing }: { crossing: CrossingView }) {
  const { protocol, direction, chain, account, contract, recipient, proof } = crossing;
  const transaction = crossing.transaction ?? crossing.paid_in;
  const other = chain?.name ?? 'another chain';
  return (
    <CallTree label="Crossing">
      <CallRow depth={0} end={<CrossedAmount crossing={crossing} full />}>
        <Text>{direction === 'out' ? `To ${other}` : `From ${other}`}</Text>
        <OtherSide crossing={crossing} />
      </CallRow>
      {account !== null && transaction !== null && (
        <CallRow depth={0}>
          <Text tone={3}>in</Text>
          <OtherTransaction txid={transaction} crossing={crossing} />
        </CallRow>
      )}
      {recipient !== null && (
        <CallRow depth={0}>
          <Text tone={3}>received by</Text>
          <AddressLink address={recipient} />
        </CallRow>
      )}
      <CallRow depth={0} end={<Tag title={crossingProofReasons[proof]}>{crossingProofNames[proof]}</Tag>}>
        <Text tone={3} size={12}>
          Through
        </Text>
        <Link to="/home/block-explorer/address/$address" params={{ address: contract }} title={contract}>
          {protocol}
        </Link>
      </CallRow>
    </CallTree>
  );
}

/** What a transaction sent to other chains through bridges, and received from them. */
export function Crossings({ crossings }: { crossings: readonly CrossingView[] }) {
  const { count } = useFormats();
  if (crossings.length === 0) return null;
  return (
    <Card title="Crossings" count={count(crossings.length)} extra={<LearnMore about="crossings" />}>
      <Folded rows={crossings}>
        {(shown) => shown.map((crossing) => <CrossingRow key={crossing.log_index} crossing={crossing} />)}
      </Folded>
    </Card>
  );
}
