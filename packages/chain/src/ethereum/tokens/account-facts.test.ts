import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import { logOf } from '../crossings/event-log.fixture.ts';
import type { EthereumLog } from '../model.ts';
import { accountFactOf, factContractName } from './account-facts.ts';

const account = '0x00000000000000000000000000000000000000a1';
const token = '0x00000000000000000000000000000000000000b2';
const tether = 'dac17f958d2ee523a2206206994597c13d831ec7';
const usdCoin = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const paypalUsd = '6c3ea9036406852006290770bedfcaba0e23a0e8';
const uniswap2 = '5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f';
const uniswap3 = '1f98431c8ad98523631ae4a59f267346ea31f984';
const stranger = '00000000000000000000000000000000000000ff';

const stated = (log: EthereumLog, chainId = 1n): string | undefined => {
  const fact = accountFactOf(log, chainId);
  return fact && `${fact.kind} 0x${toHex(fact.account)} by ${toHex(fact.contract)} in ${fact.logIndex}`;
};

describe('events of issuers and factories', () => {
  const cases: [string, EthereumLog, string][] = [
    [
      'Tether',
      logOf(tether, 'Tether USD', { user: account }, 'AddedBlackList'),
      `frozen ${account} by ${tether}`,
    ],
    [
      'Tether',
      logOf(tether, 'Tether USD', { user: account }, 'RemovedBlackList'),
      `unfrozen ${account} by ${tether}`,
    ],
    [
      'Tether',
      logOf(tether, 'Tether USD', { blackListedUser: account, balance: 5n }),
      `seized ${account} by ${tether}`,
    ],
    ['Circle', logOf(usdCoin, 'USD Coin', { account }, 'Blacklisted'), `frozen ${account} by ${usdCoin}`],
    ['Circle', logOf(usdCoin, 'USD Coin', { account }, 'UnBlacklisted'), `unfrozen ${account} by ${usdCoin}`],
    [
      'Paxos',
      logOf(paypalUsd, 'Paxos', { addr: account }, 'FreezeAddress'),
      `frozen ${account} by ${paypalUsd}`,
    ],
    [
      'Paxos',
      logOf(paypalUsd, 'Paxos', { addr: account }, 'AddressUnfrozen'),
      `unfrozen ${account} by ${paypalUsd}`,
    ],
    [
      'Paxos',
      logOf(paypalUsd, 'Paxos', { addr: account }, 'FrozenAddressWiped'),
      `seized ${account} by ${paypalUsd}`,
    ],
    [
      'Uniswap V2',
      logOf(uniswap2, 'Uniswap V2', { token0: token, token1: token, pair: account, count: 1n }),
      `pool ${account} by ${uniswap2}`,
    ],
    [
      'Uniswap V3',
      logOf(uniswap3, 'Uniswap V3', {
        token0: token,
        token1: token,
        fee: 500,
        tickSpacing: 10,
        pool: account,
      }),
      `pool ${account} by ${uniswap3}`,
    ],
  ];
  it.each(cases)('of %s are facts about the account', (name, log, expected) => {
    expect(stated(log)).toBe(`${expected} in 3`);
    expect(factContractName(log.address, 1n)).toBe(name);
    expect(factContractName(log.address, 11155111n)).toBeUndefined();
  });

  it('count for their own contracts alone on mainnet, and for all contracts elsewhere', () => {
    for (const [, log] of cases) {
      const copied = { ...log, address: Buffer.from(stranger, 'hex') };
      expect(stated(copied)).toBeUndefined();
      expect(stated(copied, 1337n)).toContain(`by ${stranger}`);
    }
    // The token of one issuer has no events of another.
    expect(stated(logOf(usdCoin, 'Tether USD', { user: account }, 'AddedBlackList'))).toBeUndefined();
    expect(
      stated(logOf(tether, 'Uniswap V2', { token0: token, token1: token, pair: account, count: 1n })),
    ).toBeUndefined();
  });

  it('count in their exact form alone, whatever a log contains', () => {
    for (const [, log] of cases) {
      expect(stated({ ...log, data: new Uint8Array([...log.data, 0]) })).toBeUndefined();
      expect(stated({ ...log, topics: [...log.topics, new Uint8Array(32)] })).toBeUndefined();
      const dirty = (bytes: Uint8Array): Uint8Array => bytes.map((byte, i) => (i % 32 < 12 ? 1 : byte));
      const [event, ...rest] = log.topics;
      const topics = event ? [event, ...rest.map(dirty)] : [];
      expect(stated({ ...log, topics, data: dirty(log.data) })).toBeUndefined();
    }
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    fc.assert(
      fc.property(fc.array(bytes(32), { maxLength: 4 }), fc.uint8Array({ maxLength: 96 }), (topics, data) => {
        expect(accountFactOf({ address: new Uint8Array(20), topics, data, index: 0 }, 5n)).toBeUndefined();
      }),
    );
  });
});
