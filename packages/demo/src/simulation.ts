import { type BitcoinSimulation, type DemoOptions, simulateBitcoin } from './bitcoin/simulation.ts';
import type { EthereumSimulation } from './ethereum/model.ts';
import { simulateEthereum } from './ethereum/simulation.ts';
import type { TruthEvent } from './truth.ts';

/** Both sides of the demo, one economy. */
export interface DemoSimulation {
  readonly bitcoin: BitcoinSimulation;
  readonly ethereum: EthereumSimulation;
}

/**
 * Starts both sides; what goes over the bridge on the Bitcoin side comes out on the Ethereum side two hours later. Same
 * options and the same times of the blocks of each side → same bytes, in whatever order the two take turns, as long as the
 * Ethereum side is never more than those two hours ahead of the Bitcoin side.
 */
export function simulateDemo(
  options: DemoOptions,
  emit: (event: TruthEvent) => void = () => {},
): DemoSimulation {
  const ethereum = simulateEthereum(options, emit);
  const bitcoin = simulateBitcoin(options, (event) => {
    emit(event);
    if (event.type !== 'bridge' || event.blockchain !== 'bitcoin') return;
    const { transfer, sats, time, shares, entity } = event;
    ethereum.bridge({ transfer, sats, time, shares, entity });
  });
  return { bitcoin, ethereum };
}
