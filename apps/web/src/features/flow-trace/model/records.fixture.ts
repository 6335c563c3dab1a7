import type { CanvasNode, Connection } from '@hopscope/canvas';

export const btc = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;
export const profile = {
  entityId: null,
  entityType: null,
  name: null,
  beneficialOwner: null,
  custodian: null,
  logoUrl: null,
  risk: null,
  balance: null,
  received: null,
  spent: null,
  transactions: null,
  usdCents: null,
  coinJoin: false,
};

export function wallet(name: string, fields: Partial<CanvasNode> = {}): CanvasNode {
  return {
    kind: 'node',
    id: `bitcoin:${name}`,
    type: 'wallet',
    chain: 'bitcoin',
    address: name,
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

export function transfer(
  from: string,
  to: string,
  key: string,
  fields: Partial<Connection> = {},
): Connection {
  const [a, b] = [`bitcoin:${from}`, `bitcoin:${to}`];
  return {
    kind: 'connection',
    id: `${key}|${a}|${b}`,
    from: a,
    to: b,
    amount: '100000000',
    whole: '100000000',
    asset: btc,
    time: 1000,
    height: 1,
    transaction: key.split(':')[0] ?? key,
    utxoKey: key,
    fee: null,
    color: null,
    ...fields,
  };
}
