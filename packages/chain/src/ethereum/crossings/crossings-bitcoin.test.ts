import { encodePacked, keccak256, pad } from 'viem';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../bytes.ts';
import { crossingsOf as crossingsOn } from './crossings.ts';
import { bytes, logOf } from './event-log.fixture.ts';
import { depositKeyOf } from './tbtc.ts';

const crossingsOf = (logs: Parameters<typeof crossingsOn>[0]) => crossingsOn(logs, 1n);

const [ada, bob] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
];

describe('crossings between Bitcoin and Ethereum', () => {
  const bridge = '5e4861a80b55f035d899f66772117f00fa0e8e7b';
  const vault = '9c070027cdc9dc8f82416b2e5314e11dfb4fe3cd';
  const factory = 'e5a5f138005e19a3e6d0fe68b039397eeef2322b';
  const keyHash = '751e76e8199196d454941c45d1b3a323f1433bd6';
  /** Of BIP 173. */
  const account = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const txid = `0f${'ab'.repeat(31)}`;
  const internal = `0x${'ab'.repeat(31)}0f` as const;

  it('tBTC: a revealed deposit names the output that paid it', () => {
    const reveal = { fundingTxHash: internal, fundingOutputIndex: 2, depositor: ada, amount: 150_000_000n };
    const [crossing, ...others] = crossingsOf([logOf(bridge, 'tBTC v2', reveal)]);
    expect(others).toEqual([]);
    expect(crossing).toMatchObject({
      protocol: 'tBTC',
      direction: 'in',
      claimed: false,
      chain: { id: null, name: 'Bitcoin' },
      account: null,
      recipient: bytes(ada),
      transaction: txid,
      payment: { output: 2, address: null, value: 150_000_000n },
      asset: fromHex('18084fba666a33d37592fa2633fd49a74dd93a88'),
      amount: 15n * 10n ** 17n,
    });
  });

  it('tBTC: what is minted names the deposit by the key that its output has, whoever reveals it', () => {
    const key = depositKeyOf(bytes(internal), 2);
    const reveal = { fundingTxHash: internal, fundingOutputIndex: 2, depositor: ada, amount: 150_000_000n };
    const mint = { minter: bob, depositKey: BigInt(`0x${key}`), depositor: ada, optimisticMintingDebt: 9n };
    expect(crossingsOf([logOf(bridge, 'tBTC v2', reveal)])[0]?.deposit).toBe(key);
    const [crossing, ...others] = crossingsOf([logOf(vault, 'tBTC v2', mint)]);
    expect(others).toEqual([]);
    expect(crossing).toMatchObject({
      protocol: 'tBTC',
      direction: 'in',
      claimed: false,
      chain: { name: 'Bitcoin' },
      account: null,
      recipient: bytes(ada),
      transaction: null,
      deposit: key,
      payment: null,
      asset: fromHex('18084fba666a33d37592fa2633fd49a74dd93a88'),
      amount: null,
    });
    // A short key keeps its zeros.
    const [short] = crossingsOf([logOf(vault, 'tBTC v2', { ...mint, depositKey: 10n })]);
    expect(short?.deposit).toBe(`${'0'.repeat(63)}a`);
    // Events of other contracts, and those of one contract at the other, state nothing.
    const elsewhere = [
      logOf('ab'.repeat(20), 'tBTC v2', mint),
      logOf(bridge, 'tBTC v2', mint),
      logOf(vault, 'tBTC v2', reveal),
    ];
    expect(crossingsOf(elsewhere)).toEqual([]);
    expect(crossingsOn([logOf(vault, 'tBTC v2', mint)], 5n)).toEqual([]);
  });

  it('tBTC: the key of a deposit is what an independent encoder packs and hashes', () => {
    for (const output of [0, 2, 258, 0xffff_ffff]) {
      const packed = encodePacked(['bytes32', 'uint32'], [internal, output]);
      expect(`0x${depositKeyOf(bytes(internal), output)}`).toBe(keccak256(packed));
    }
  });

  it.each([
    ['P2WPKH', `0x160014${keyHash}`, account],
    ['P2PKH', `0x1976a914${keyHash}88ac`, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
    ['a script shorter than its length', `0x170014${keyHash}`, null],
    ['no script', '0x', null],
    ['a script without an address', '0x016a', null],
  ])('tBTC: a redemption names who is going to be paid: %s', (_, script, expected) => {
    const request = { redeemerOutputScript: script, redeemer: ada, requestedAmount: 7n };
    expect(crossingsOf([logOf(bridge, 'tBTC v2', request)])).toMatchObject([
      { direction: 'out', chain: { name: 'Bitcoin' }, account: expected, amount: 70_000_000_000n },
    ]);
  });

  it('WBTC: what is minted and paid out names the Bitcoin transaction; what is burned, the address', () => {
    const request = { nonce: 1n, requester: ada, amount: 5n, btcDepositAddress: account };
    const mint = { ...request, btcTxid: txid, requestHash: pad('0x') };
    const all = crossingsOf([
      logOf(factory, 'WBTC factory', mint, 'MintConfirmed'),
      logOf(factory, 'WBTC factory', request, 'Burned'),
      logOf(factory, 'WBTC factory', { ...request, btcTxid: txid.toUpperCase() }, 'BurnConfirmed'),
    ]);
    const payment = { output: null, address: account, value: 5n };
    const stated = { protocol: 'WBTC', chain: { name: 'Bitcoin' }, account, amount: 5n, claimed: false };
    expect(all).toMatchObject([
      { ...stated, direction: 'in', recipient: bytes(ada), transaction: txid, payment },
      { ...stated, direction: 'out', recipient: null, transaction: null, payment: null },
      { ...stated, direction: 'out', recipient: null, transaction: txid, payment },
    ]);
  });

  it('WBTC: texts that are no address or transaction state nothing', () => {
    const request = { nonce: 1n, requester: ada, amount: 5n, btcDepositAddress: account, btcTxid: 'unknown' };
    const [crossing] = crossingsOf([logOf(factory, 'WBTC factory', request, 'BurnConfirmed')]);
    expect(crossing).toMatchObject({ account, transaction: null, payment: null });
    const hostile = { ...request, btcDepositAddress: '<script>alert(1)</script>' };
    expect(crossingsOf([logOf(factory, 'WBTC factory', hostile, 'BurnConfirmed')])).toEqual([]);
    expect(crossingsOf([logOf('ab'.repeat(20), 'WBTC factory', request, 'BurnConfirmed')])).toEqual([]);
  });

  it('topics are those that others read on mainnet', () => {
    const request = { nonce: 1n, requester: ada, amount: 5n, btcDepositAddress: account };
    const topicOf = (name: string) =>
      toHex(logOf(factory, 'WBTC factory', request, name).topics[0] ?? bytes('0x'));
    // github.com/santiment/bridge, lib/wbtc/constants.py
    expect(topicOf('MintConfirmed')).toBe('051f4ba27061b0e6dc829669a7baa8bba9cf7f6cd2f95e1f0bdd9c22126d8b21');
    expect(topicOf('BurnConfirmed')).toBe('1949e77206780c38f7c6487c926f8a51280fcdbf63397a01a3428dbfccd2b09f');
  });
});
