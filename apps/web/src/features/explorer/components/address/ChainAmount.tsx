import type { Blockchain } from '@hopscope/contract';
import type { ReactNode } from 'react';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Ether } from '../ethereum/assets.tsx';

const amounts = {
  bitcoin: ({ amt }) => <Amount sats={Number(amt)} unit />,
  ethereum: ({ amt }) => <Ether wei={amt} />,
} satisfies Record<Blockchain, (props: { amt: string }) => ReactNode>;

/** An amount of a chain's own coin: satoshis or wei, as decimal text. */
export function ChainAmount({ chain, amt }: { chain: Blockchain; amt: string }) {
  const Shown = amounts[chain];
  return <Shown amt={amt} />;
}
