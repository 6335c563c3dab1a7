import type { Blockchain } from '@hopscope/contract';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Ether } from '../ethereum/assets.tsx';

/** An amount of a chain's own coin: satoshis or wei, as decimal text. */
export function ChainAmount({ chain, amt }: { chain: Blockchain; amt: string }) {
  return chain === 'bitcoin' ? <Amount sats={Number(amt)} unit /> : <Ether wei={amt} />;
}
