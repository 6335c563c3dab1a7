import type { CanvasNode, Connection, ConversionRecord, Group, Note } from '@hopscope/contract/flow-document';
import type { Stop } from '../trace/outcome.ts';

export function walletOf(address: string, fields: Partial<CanvasNode> = {}): CanvasNode {
  return {
    kind: 'node',
    id: `bitcoin:${address}`,
    type: 'wallet',
    chain: 'bitcoin',
    address,
    label: '',
    x: 0,
    y: 0,
    color: null,
    traced: false,
    stop: null,
    group: null,
    profile: null,
    ...fields,
  };
}

export const bitcoin = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;

/** From one address to another; `output` names the output. */
export function transferOf(
  from: string,
  to: string,
  output: string,
  fields: Partial<Connection> = {},
): Connection {
  return {
    kind: 'connection',
    id: `${output}|bitcoin:${from}|bitcoin:${to}`,
    from: `bitcoin:${from}`,
    to: `bitcoin:${to}`,
    amount: '1000',
    whole: '1000',
    asset: bitcoin,
    time: 1_700_000_000,
    height: 800_000,
    transaction: output.split(':')[0] ?? output,
    utxoKey: output,
    fee: '10',
    color: null,
    ...fields,
  };
}

export function groupOf(id: string, fields: Partial<Group> = {}): Group {
  return { kind: 'group', id, purpose: 'custom', label: '', folded: false, color: null, ...fields };
}

export function noteOf(id: string, on: string | null, text = 'Seen'): Note {
  return { kind: 'note', id, on, text, author: 'a', time: 1_700_000_000 };
}

export function stopOf(
  node: string | null,
  reason: string,
  amount: string,
  fields: Partial<Stop> = {},
): Stop {
  return { node, reason, amount, asset: bitcoin, hops: 1, transaction: 't1', entity: null, ...fields };
}

const ether = { chain: 'ethereum', symbol: 'ETH', contract: null, decimals: 18 } as const;

/** A crossing from an address on Bitcoin to one on Ethereum. */
export function crossingOf(
  from: string,
  to: string,
  fields: Partial<ConversionRecord> = {},
): ConversionRecord {
  const at = { time: 1_700_000_000, height: 800_000 };
  return {
    kind: 'conversion',
    id: `t1|0xt2|bitcoin:${from}|ethereum:${to}|bitcoin|ethereum`,
    from: `bitcoin:${from}`,
    to: `ethereum:${to}`,
    gave: { asset: bitcoin, amount: '50000000', transaction: 't1', ...at },
    got: {
      asset: ether,
      amount: '10000000000000000000',
      transaction: '0xt2',
      time: 1_700_000_600,
      height: 9,
    },
    basis: 'exact',
    crossing: { protocol: 'Test bridge', proof: 'exact', output: 0 },
    ...fields,
  };
}
