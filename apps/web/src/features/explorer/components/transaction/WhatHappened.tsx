import type {
  CrossingView,
  EthereumTransactionView,
  TransactionView,
  UnconfirmedTransactionView,
} from '@hopscope/contract';
import { chains, type Coin, fixedDecimal, shorten, valueInCents } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddressName } from '../../../../lib/directory/use-address-name.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePriceOf } from '../../../../lib/prices.ts';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { ProbableChange } from '../../model/transaction/context-text.ts';
import { bitcoinStory, ethereumStory } from '../../model/transaction/what-happened.ts';
import { AssetAmount, Ether } from '../ethereum/assets.tsx';
import { Parts } from '../ethereum/Conversions.tsx';
import { CrossedAmount } from '../ethereum/Crossings.tsx';
import css from './WhatHappened.module.css';

function Line({ children }: { children?: ReactNode }) {
  return (
    <p className={css.line} data-testid="what-happened">
      {children}
    </p>
  );
}

/** An owner by name, or else an address: part of a sentence. */
function Party({ address }: { address: string }) {
  const { data } = useAddressName(address);
  const { name } = ownerOf(data);
  return (
    <Link to="/home/block-explorer/address/$address" params={{ address }} title={address}>
      {name ?? <Text mono>{shorten(address, 9, 4)}</Text>}
    </Link>
  );
}

/** Room of the sentence while the transaction loads. */
export function WhatHappenedSkeleton() {
  return <Line />;
}

/** Value of an amount in dollars at the first price of that day; nothing without one. */
function Worth({ amount, coin, seconds }: { amount: bigint; coin: Coin; seconds: number }) {
  const price = usePriceOf(coin.symbol, seconds);
  if (!price) return null;
  const cents = valueInCents(amount, coin.decimals, BigInt(price.priceMicros));
  return (
    <Text tone={3} title={`At the first price of ${price.day} (UTC)`}>
      {' '}
      ($
      <Decimal text={fixedDecimal(cents, 2)} /> at the time)
    </Text>
  );
}

/** Says what a Bitcoin transaction did in one sentence. */
export function BitcoinWhatHappened({
  tx,
  change,
}: {
  tx: TransactionView | UnconfirmedTransactionView;
  change: ReadonlyMap<number, ProbableChange>;
}) {
  const { counted } = useFormats();
  const story = bitcoinStory(tx, new Set(change.keys()));
  const seconds = 'first_seen' in tx ? tx.first_seen : tx.timestamp;
  const coin = chains.bitcoin.coin;
  const worth = (sats: number) => <Worth amount={BigInt(sats)} coin={coin} seconds={seconds} />;
  if (story.kind === 'coinbase') {
    return (
      <Line>
        <Amount sats={story.amount} unit />
        {worth(story.amount)} of new coins and fees went to{' '}
        {story.to === null ? 'a script without address' : <Party address={story.to} />}.
      </Line>
    );
  }
  if (story.kind === 'coinjoin') {
    return (
      <Line>
        {counted(story.inputs, 'input')}
        {story.amount !== null && (
          <>
            {' '}
            with <Amount sats={story.amount} unit />
          </>
        )}{' '}
        were mixed in a CoinJoin: who paid whom is not visible.
      </Line>
    );
  }
  if (story.kind === 'own') {
    return (
      <Line>
        <Party address={story.from} /> moved <Amount sats={story.amount} unit />
        {worth(story.amount)} to itself, from {counted(story.inputs, 'input')} to{' '}
        {counted(story.outputs, 'output')}.
      </Line>
    );
  }
  return (
    <Line>
      {story.from === null ? (
        story.senders > 1 ? (
          counted(story.senders, 'address', 'addresses')
        ) : (
          'An unknown sender'
        )
      ) : (
        <Party address={story.from} />
      )}{' '}
      paid <Amount sats={story.amount} unit />
      {worth(story.amount)} to {story.to === null ? 'a script without address' : <Party address={story.to} />}
      {story.recipients > 1 && ` and ${counted(story.recipients - 1, 'other')}`}
      {story.back > 0 && (
        <>
          ; <Amount sats={story.back} unit /> went back
        </>
      )}
      .
    </Line>
  );
}

/** What crossed between chains, and on whose word. */
function Crossed({ crossing, sender }: { crossing: CrossingView; sender: string }) {
  const { direction, protocol, recipient, transaction, proof } = crossing;
  const chain = crossing.chain?.name ?? 'another chain';
  if (direction === 'in') {
    return (
      <>
        <CrossedAmount crossing={crossing} /> came from {chain} through {protocol} to{' '}
        {recipient === null ? 'an account' : <Party address={recipient} />}
        {proof === 'claimed' && ', as its sender claims'}
      </>
    );
  }
  // What left before was paid there.
  if (transaction !== null) {
    return (
      <>
        {crossing.asset ? <CrossedAmount crossing={crossing} /> : 'What'}
        {crossing.asset && ' that'} left through {protocol} was paid out on {chain}, says{' '}
        <Party address={sender} />
      </>
    );
  }
  return (
    <>
      <Party address={sender} /> sent <CrossedAmount crossing={crossing} /> to {chain} through {protocol}
    </>
  );
}

/** Says what an Ethereum transaction did in one sentence. */
export function EthereumWhatHappened({ tx }: { tx: EthereumTransactionView }) {
  const { counted } = useFormats();
  const story = ethereumStory(tx);
  const coin = chains.ethereum.coin;
  const worth = (wei: string) => <Worth amount={BigInt(wei)} coin={coin} seconds={tx.timestamp} />;
  switch (story.kind) {
    case 'failed':
      return (
        <Line>
          {story.to === null ? (
            <>
              <Party address={story.from} /> tried to create a contract
            </>
          ) : (
            <>
              <Party address={story.from} /> called <Party address={story.to} />
            </>
          )}
          , but the transaction failed: only the fee was paid.
        </Line>
      );
    case 'created':
      return (
        <Line>
          <Party address={story.from} /> created the contract <Party address={story.contract} />.
        </Line>
      );
    case 'crossed': {
      const crossing = tx.crossings[story.index];
      return (
        <Line>
          {crossing && <Crossed crossing={crossing} sender={story.from} />}
          {story.more > 0 && `, with ${counted(story.more, 'more crossing')}`}.
        </Line>
      );
    }
    case 'converted': {
      const { gave = [], received = [] } = tx.conversions[story.index] ?? {};
      return (
        <Line>
          <Party address={story.from} /> exchanged <Parts sides={gave} /> for{' '}
          <Parts sides={received.filter(({ address }) => address === story.to)} />
          {story.to !== story.from && (
            <>
              , paid to <Party address={story.to} />
            </>
          )}
          {story.more > 0 && `, with ${counted(story.more, 'more conversion')}`}.
        </Line>
      );
    }
    case 'paid':
      return (
        <Line>
          <Party address={story.from} /> paid <Ether wei={story.wei} />
          {worth(story.wei)} to <Party address={story.to} />.
        </Line>
      );
    case 'token': {
      const token = tx.tokens[story.index];
      return (
        <Line>
          {story.from === null ? 'New tokens' : <Party address={story.from} />}
          {story.from === null ? ': ' : ' sent '}
          {token && <AssetAmount asset={token.asset} amt={token.amt} />}
          {story.to === null ? ', which were burned' : ' to '}
          {story.to !== null && <Party address={story.to} />}
          {story.more > 0 && `, with ${counted(story.more, 'more token movement')}`}.
        </Line>
      );
    }
    case 'payout':
      return (
        <Line>
          <Party address={story.contract} /> paid <Ether wei={story.wei} />
          {worth(story.wei)} to <Party address={story.to} />
          {story.recipients > 1 && ` and others`}, called by <Party address={story.caller} />.
        </Line>
      );
    case 'called':
      return (
        <Line>
          <Party address={story.from} /> called
          {story.method === null ? '' : ` ${story.method}() of`} <Party address={story.contract} />, which
          moved nothing.
        </Line>
      );
  }
}
