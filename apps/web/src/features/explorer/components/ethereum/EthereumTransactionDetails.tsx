import type { EthereumTransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { typeName } from '../../model/text/ethereum-text.ts';
import { Folded } from '../Folded.tsx';
import { AddressLink, BlockHashLink, BlockLink } from '../links.tsx';
import { Ether, GasPrice } from './assets.tsx';

type Tx = { tx: EthereumTransactionView };

function price(name: string, wei: string | null): Fact[] {
  return wei === null ? [] : [[name, <GasPrice key={name} wei={wei} />]];
}

function Details({ tx }: Tx) {
  const { count } = useFormats();
  const wide = (text: string) => count(BigInt(text));
  const { gas } = tx;
  return (
    <DescriptionList
      facts={[
        ['Block', <BlockLink key="b" height={tx.block} chain="ethereum" />],
        ['Block hash', <BlockHashLink key="h" hash={tx.block_hash} />],
        ['Position', `${count(tx.index)} in the block`],
        ['Time', <Time key="t" seconds={tx.timestamp} to="second" />],
        ['Type', `${tx.type} (${typeName(tx.type)})`],
        ['Nonce', wide(tx.nonce)],
        ['Chain', tx.chain_id === null ? 'any (before EIP-155)' : tx.chain_id],
        ['Gas limit', wide(gas.limit)],
        ['Gas used', wide(gas.used)],
        ...price('Gas price', gas.price),
        ...price('Base fee', gas.base_fee),
        ...price('Max fee', gas.max_fee),
        ...price('Max tip', gas.max_priority_fee),
        ['Burnt', <Ether key="u" wei={gas.burnt} full />],
        ['Tip', <Ether key="i" wei={gas.tip} full />],
        ...(gas.blob_used === null ? [] : [['Blob gas', wide(gas.blob_used)] as const]),
        ...price('Blob gas price', gas.blob_price),
        ...(gas.blob_used === null
          ? []
          : [['Blobs burnt', <Ether key="l" wei={gas.blob_burnt} full />] as const]),
        ['Fee', <Ether key="f" wei={tx.fee_amt} full />],
      ]}
    />
  );
}

function AccessList({ tx: { access_list } }: Tx) {
  const { count, counted } = useFormats();
  if (access_list.length === 0) return null;
  return (
    <Card title="Access list" count={count(access_list.length)}>
      <Folded rows={access_list}>
        {(shown) => (
          <CallTree label="Access list">
            {shown.map(({ address, storage_keys }, index) => (
              <CallRow
                key={index}
                depth={0}
                end={
                  <Text tone={3} size={12} title={storage_keys.slice(0, 50).join('\n')}>
                    {counted(storage_keys.length, 'key')}
                  </Text>
                }
              >
                <AddressLink address={address} />
              </CallRow>
            ))}
          </CallTree>
        )}
      </Folded>
    </Card>
  );
}

function Authorizations({ tx: { authorizations } }: Tx) {
  const { count } = useFormats();
  if (authorizations.length === 0) return null;
  return (
    <Card title="Authorizations" count={count(authorizations.length)}>
      <Folded rows={authorizations}>
        {(shown) => (
          <CallTree label="Authorizations">
            {shown.map(({ chain_id, address, nonce }, index) => (
              <CallRow
                key={index}
                depth={0}
                end={
                  <Text tone={3} size={12}>
                    {chain_id === '0' ? 'every chain' : `chain ${chain_id}`}, nonce {nonce}
                  </Text>
                }
              >
                <AddressLink address={address} />
              </CallRow>
            ))}
          </CallTree>
        )}
      </Folded>
    </Card>
  );
}

function Blobs({ tx: { blob_hashes } }: Tx) {
  const { count } = useFormats();
  if (blob_hashes.length === 0) return null;
  return (
    <Card title="Blobs" count={count(blob_hashes.length)}>
      <CallTree label="Blobs">
        {blob_hashes.map((hash, index) => (
          <CallRow key={index} depth={0}>
            <Hash value={hash} what="blob hash" length="medium" />
          </CallRow>
        ))}
      </CallTree>
    </Card>
  );
}

/** What a transaction says of itself and what it cost; lists that only some types have. */
export function EthereumTransactionRail({ tx }: Tx) {
  return (
    <>
      <Card title="Details" padded>
        <Details tx={tx} />
      </Card>
      <AccessList tx={tx} />
      <Authorizations tx={tx} />
      <Blobs tx={tx} />
    </>
  );
}
