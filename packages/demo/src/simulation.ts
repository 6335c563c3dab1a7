import { type BitcoinSimulation, type DemoOptions, simulateBitcoin } from './bitcoin/simulation.ts';
import type { EthereumSimulation } from './ethereum/model.ts';
import { simulateEthereum } from './ethereum/simulation.ts';
import type { TruthEvent } from './truth.ts';

/** Both chains of the demo, with a shared economy. */
export interface DemoSimulation {
  readonly bitcoin: BitcoinSimulation;
  readonly ethereum: EthereumSimulation;
}

/**
 * Starts both chains. Funds bridged on the Bitcoin side are paid out on the Ethereum side two hours later. Equal options and
 * block times of each chain produce equal bytes, in any order of the two, provided that Ethereum is at most two hours ahead
 * of Bitcoin.
 */
export function simulateDemo(
  options: DemoOptions,
  emit: (event: TruthEvent) => void = () => {},
): DemoSimulation {
  const ethereum = simulateEthereum(options, emit);
  const bitcoin = simulateBitcoin(options, (event) => {
    emit(event);
    if (event.type !== 'bridge' || event.blockchain !== 'bitcoin') return;
    const { transfer, txid, sats, time, shares, entity, mint } = event;
    ethereum.bridge({ transfer, txid, sats, time, shares, entity, mint });
  });
  return { bitcoin, ethereum };
}
