import type { EthereumTransactionView, InternalTransferView, TokenMovementView } from '@hopscope/contract';
import { CircleOff } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { callNames, spamReasons } from '../../model/text/ethereum-text.ts';
import { Folded } from '../Folded.tsx';
import { AddressLink } from '../links.tsx';
import { AssetAmount, Ether } from './assets.tsx';

function Party({ address, none }: { address: string | null; none: string }) {
  return address === null ? <Text tone={2}>{none}</Text> : <AddressLink address={address} />;
}

/** Tag for a movement that lists hide by default, with the reason. */
export function SpamTag({ spam }: { spam: TokenMovementView['spam'] }) {
  if (spam === null) return null;
  return (
    <Tag tone="orange" title={spamReasons[spam]}>
      {spam === 'fake_token' ? 'Spam token' : 'Zero value'}
    </Tag>
  );
}

/** Token movements according to the logs of their contracts. */
export function TokenMovements({ tokens }: { tokens: EthereumTransactionView['tokens'] }) {
  const { count } = useFormats();
  if (tokens.length === 0) return null;
  return (
    <Card title="Token movements" count={count(tokens.length)}>
      <Folded rows={tokens}>
        {(shown) => (
          <CallTree label="Token movements">
            {shown.map((row, index) => (
              <CallRow key={index} depth={0} end={<AssetAmount asset={row.asset} amt={row.amt} />}>
                <Party address={row.from} none="New tokens" />
                <Text tone={3}>to</Text>
                <Party address={row.to} none="Burned" />
                <SpamTag spam={row.spam} />
              </CallRow>
            ))}
          </CallTree>
        )}
      </Folded>
    </Card>
  );
}

function Call({ transfer }: { transfer: InternalTransferView }) {
  const { kind, path, from, to, amt } = transfer;
  const place = path.map((step) => step + 1).join('.');
  return (
    <CallRow depth={path.length - 1} end={<Ether wei={amt} />}>
      <Text tone={3} size={12} title="Position in the call tree">
        {place}
      </Text>
      <Tag>{callNames[kind]}</Tag>
      <AddressLink address={from} />
      <Text tone={3}>to</Text>
      <Party address={to} none="Burned" />
    </CallRow>
  );
}

/** Internal transfers in the call tree, or a notice if traces are missing. */
export function InternalTransfers({ tx }: { tx: EthereumTransactionView }) {
  const { count } = useFormats();
  const { internal } = tx;
  if (internal === null) {
    const plain = tx.selector === null && tx.log_count === 0 && tx.to !== null && tx.gas.used === '21000';
    if (plain) return null;
    return (
      <Notice kind="none" icon={<CircleOff size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <b>Internal transfers unknown.</b> Contracts may have moved ether in this transaction, but the source
        of its block provides no traces.
      </Notice>
    );
  }
  if (internal.length === 0) return null;
  return (
    <Card title="Internal transfers" count={count(internal.length)}>
      <Folded rows={internal}>
        {(shown) => (
          <CallTree label="Internal transfers">
            {shown.map((transfer) => (
              <Call key={transfer.path.join('.')} transfer={transfer} />
            ))}
          </CallTree>
        )}
      </Folded>
    </Card>
  );
}
