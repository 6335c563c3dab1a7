import fc from 'fast-check';
import { encodeEventTopics, encodePacked, pad, parseAbi } from 'viem';
import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { describeWithRealData, readRealBlock } from '../codec/real-files.fixture.ts';
import type { EthereumLog } from '../model.ts';
import { knownEvents } from '../tokens/known-events.ts';
import { bridgeContracts } from './bridge-contracts.ts';
import { crossingsOf as crossingsOn } from './crossings.ts';
import { bytes, logOf } from './event-log.fixture.ts';
import { chainOfId } from './other-chains.ts';
import type { Crossing } from './reading.ts';
import { readThorchainMemo } from './thorchain-memo.ts';

const crossingsOf = (logs: Parameters<typeof crossingsOn>[0]) => crossingsOn(logs, 1n);

const [ada, grace] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
] as const;
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const zero = '0x0000000000000000000000000000000000000000';

const described = (logs: readonly EthereumLog[]): string[] =>
  crossingsOf(logs).map(({ protocol, direction, chain, account, asset, amount }: Crossing) => {
    const token = asset instanceof Uint8Array ? toHex(asset).slice(0, 4) : asset;
    return `${protocol} ${direction} ${chain?.name ?? null} ${account} ${amount} ${token}`;
  });

describe('crossings to other chains', () => {
  it('standard bridges of the OP Stack: ether and tokens, each once', () => {
    const base = '3154cf16ccdb4c6d922629664174b904d80f2c35';
    const to = { from: ada, to: grace, amount: 5n };
    expect(
      described([
        logOf(base, 'Optimism L1StandardBridge', to, 'ETHDepositInitiated'),
        logOf(base, 'Optimism L1StandardBridge', to, 'ETHBridgeInitiated'),
        logOf(base, 'Optimism L1StandardBridge', { ...to, l1Token: usdc, l2Token: ada }),
      ]),
    ).toEqual([`Standard bridge out Base ${grace} 5 ether`, `Standard bridge out Base ${grace} 5 a0b8`]);
  });

  it('portals: a plain deposit of ether, but no call', () => {
    const portal = 'beb5fc579115071764c7423a4f12edde41f106ed';
    const opaqueData = encodePacked(['uint256', 'uint256', 'uint64', 'bool'], [9n, 9n, 100_000n, false]);
    const deposit = (data: string) =>
      logOf(portal, 'OptimismPortal', { from: ada, to: grace, version: 0n, opaqueData: data });
    expect(described([deposit(opaqueData)])).toEqual([`Standard bridge out OP Mainnet ${grace} 9 ether`]);
    expect(described([deposit(`${opaqueData}aabb`)])).toEqual([]);
    expect(described([deposit('0x')])).toEqual([]);
  });

  it('Arbitrum: deposits of ether, calls with ether, and tokens', () => {
    const [bridge, inbox] = [
      '8315177ab297ba92a06054ce80a67ed4dbd7ed3a',
      '4dbd4fc535ac27206064b68ffcf827b0a60bab3f',
    ];
    const message = (messageIndex: bigint, kind: number) =>
      logOf(bridge, 'Arbitrum bridge', { messageIndex, beforeInboxAcc: pad('0x1'), inbox: ada, kind });
    const data = (messageNum: bigint, hex: string) =>
      logOf(inbox, 'Arbitrum bridge', { messageNum, data: hex });
    const deposit = encodePacked(['address', 'uint256'], [grace, 7n]);
    const call = encodePacked(['uint256', 'uint256', 'uint256'], [BigInt(grace), 6n, 8n]);
    expect(
      described([
        message(1n, 12),
        data(1n, deposit),
        message(2n, 9),
        data(2n, call),
        message(3n, 13),
        data(3n, deposit),
      ]),
    ).toEqual([
      `Arbitrum bridge out Arbitrum One ${grace} 7 ether`,
      `Arbitrum bridge out Arbitrum One ${grace} 6 ether`,
    ]);
    // Without the message of the bridge, or with another number, nothing is stated.
    expect(described([data(1n, deposit)])).toEqual([]);
    expect(described([message(2n, 12), data(1n, deposit)])).toEqual([]);
    const gateway = 'a3a7b6f88361f48403514059f1f16c8e78d60eec';
    const tokens = { l1Token: usdc, from: ada, to: grace, sequenceNumber: 1n, amount: 4n };
    expect(described([logOf(gateway, 'Arbitrum bridge', tokens)])).toEqual([
      `Arbitrum bridge out Arbitrum One ${grace} 4 a0b8`,
    ]);
  });

  it('CCTP in both versions, with recipients of other forms', () => {
    const burn = { burnToken: usdc, amount: 8n, depositor: ada, destinationDomain: 6 };
    const solana = `0x${'ab'.repeat(32)}`;
    expect(
      described([
        logOf('bd3fa81b58ba92a82136038b25adec7066af3155', 'CCTP', {
          ...burn,
          nonce: 1n,
          mintRecipient: pad(grace),
        }),
        logOf('28b5a0e9c621a5badaa536219b3a228c8168cf5d', 'CCTP', {
          ...burn,
          destinationDomain: 5,
          mintRecipient: solana,
          minFinalityThreshold: 1000,
        }),
      ]),
    ).toEqual([`CCTP out Base ${grace} 8 a0b8`, `CCTP out Solana ${solana} 8 a0b8`]);
  });

  it('Across in both versions, Hop, Polygon, and Synapse', () => {
    const pool = '5c7bcd6e7de5423a257d81b442095a1a6ced35c5';
    const deposit = { inputAmount: 10n, outputAmount: 9n, destinationChainId: 42161n, depositId: 1 };
    expect(
      described([
        logOf(
          pool,
          'Across',
          { ...deposit, inputToken: usdc, depositor: ada, recipient: grace },
          'V3FundsDeposited',
        ),
        logOf(
          pool,
          'Across',
          { ...deposit, depositId: 1n, inputToken: pad(usdc), depositor: pad(ada), recipient: pad(grace) },
          'FundsDeposited',
        ),
        logOf('b8901acb165ed027e32754e0ffe830802919727f', 'Hop L1_Bridge', {
          chainId: 10n,
          recipient: grace,
          amount: 3n,
          relayer: zero,
        }),
        logOf('40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf', 'Polygon predicates', {
          depositor: ada,
          depositReceiver: grace,
          rootToken: usdc,
          amount: 2n,
        }),
        logOf(
          '2796317b0ff8538f253012862c06787adfb8ceb6',
          'SynapseBridge',
          { to: grace, chainId: 56n, token: usdc, amount: 1n },
          'TokenDeposit',
        ),
      ]),
    ).toEqual([
      `Across out Arbitrum One ${grace} 10 a0b8`,
      `Across out Arbitrum One ${grace} 10 a0b8`,
      `Hop out OP Mainnet ${grace} 3 ether`,
      `Polygon bridge out Polygon ${grace} 2 a0b8`,
      `Synapse out BNB Smart Chain ${grace} 1 a0b8`,
    ]);
  });

  it('Linea, Scroll, and cBridge', () => {
    const messages = 'd19d4b5d358258f05d7b411e21a1460d11b0876f';
    const message = { _from: ada, _to: grace, _fee: 1n, _nonce: 1n, _calldata: '0x' };
    const [etherGateway, tokenGateway] = [
      '7f2b8c31f88b6006c382775eea88297ec1e3e905',
      'd8a791fe2be73eb6e6cf1eb0cb3f36adc9b3f8f9',
    ];
    const deposit = { from: ada, to: grace, amount: 4n };
    const send = { sender: ada, receiver: grace, token: usdc, amount: 6n, dstChainId: 56n };
    expect(
      described([
        logOf(messages, 'Linea message service', { ...message, _value: 2n }),
        logOf(messages, 'Linea message service', { ...message, _value: 0n, _calldata: '0x1234' }),
        logOf('051f1d88f0af5763fb888ec4378b4d8b29ea3319', 'Linea token bridge', {
          sender: ada,
          recipient: grace,
          token: usdc,
          amount: 3n,
        }),
        logOf(etherGateway, 'Scroll L1 gateways', deposit, 'DepositETH'),
        logOf(tokenGateway, 'Scroll L1 gateways', { ...deposit, amount: 5n, l1Token: usdc, l2Token: ada }),
        logOf('5427fefa711eff984124bfbb1ab6fbf5e3da1820', 'cBridge', send),
      ]),
    ).toEqual([
      `Linea bridge out Linea ${grace} 2 ether`,
      `Linea bridge out Linea ${grace} 3 a0b8`,
      `Scroll bridge out Scroll ${grace} 4 ether`,
      `Scroll bridge out Scroll ${grace} 5 a0b8`,
      `cBridge out BNB Smart Chain ${grace} 6 a0b8`,
    ]);
    // Topics that bindings of these contracts name.
    const topicOf = (source: string, args: object, name: string) =>
      toHex(logOf(messages, source, { ...args }, name).topics[0] ?? bytes('0x'));
    expect(topicOf('Scroll L1 gateways', deposit, 'DepositETH')).toBe(
      '6670de856ec8bf5cb2b7e957c5dc24759716056f79d97ea5e7c939ca0ba5a675',
    );
    expect(topicOf('Linea token bridge', { amount: 3n }, 'BridgingInitiatedV2')).toBe(
      '8780a94875b70464f8ac6c28851501d32e7fd4ee574e4b94beb28923a3c42d9c',
    );
  });

  it('Wormhole: transfers of its token bridge only', () => {
    const payload = encodePacked(
      ['uint8', 'uint256', 'bytes32', 'uint16', 'bytes32', 'uint16', 'uint256'],
      [1, 100n, pad(usdc), 2, pad(grace), 30, 0n],
    );
    const publish = (sender: string) =>
      logOf('98f3c9e6e3face36baad05fe09d375ef1464288b', 'Wormhole', { sender, payload });
    expect(described([publish('0x3ee18B2214AFF97000D974cf647E7C347E8fa585')])).toEqual([
      `Wormhole out Base ${grace} null a0b8`,
    ]);
    expect(described([publish(ada)])).toEqual([]);
  });

  it('THORChain: swaps into other chains, and payouts that name their inbound transaction', () => {
    const router = 'd37bbe5744d730a1d98d8dc97c42f0ca46ad7146';
    const account = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const memo = `=:BTC.BTC:${account}:0`;
    const inbound = 'AB'.repeat(32);
    const logs = [
      logOf(router, 'THORChain_Router', { to: ada, asset: zero, amount: 6n, memo }),
      logOf(router, 'THORChain_Router', {
        vault: ada,
        to: grace,
        asset: usdc,
        amount: 5n,
        memo: `OUT:${inbound}`,
      }),
      logOf(router, 'THORChain_Router', { to: ada, asset: zero, amount: 6n, memo: 'ADD:BTC.BTC' }),
      logOf(router, 'THORChain_Router', {
        vault: ada,
        to: grace,
        asset: usdc,
        amount: 5n,
        memo: `REFUND:${inbound}`,
      }),
    ];
    expect(described(logs)).toEqual([
      `THORChain out Bitcoin ${account} 6 ether`,
      'THORChain in null null 5 a0b8',
    ]);
    expect(crossingsOf(logs).every(({ claimed }) => claimed)).toBe(true);
    expect(crossingsOf(logs)[1]).toMatchObject({
      transaction: inbound.toLowerCase(),
      recipient: bytes(grace),
    });
  });

  it('the same events of any other contract state nothing', () => {
    const burn = {
      burnToken: usdc,
      amount: 8n,
      depositor: ada,
      destinationDomain: 6,
      mintRecipient: pad(grace),
    };
    const swap = {
      to: ada,
      asset: zero,
      amount: 6n,
      memo: '=:BTC.BTC:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    };
    const payout = { vault: ada, to: grace, asset: usdc, amount: 5n, memo: `OUT:${'ab'.repeat(32)}` };
    const other = 'ab'.repeat(20);
    expect(
      described([
        logOf(other, 'CCTP', burn),
        logOf(other, 'THORChain_Router', swap),
        logOf(other, 'THORChain_Router', payout),
        logOf(other, 'Hop L1_Bridge', { chainId: 10n, recipient: grace, amount: 3n, relayer: zero }),
      ]),
    ).toEqual([]);
  });

  it('never throws, whatever a contract emits', () => {
    const word = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const topics = knownEvents.map(({ declaration }) => {
      const texts: readonly string[] = [`event ${declaration}`];
      const abi = parseAbi(texts);
      return bytes(String(encodeEventTopics({ abi })[0]));
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...bridgeContracts),
        fc.constantFrom(...topics),
        fc.array(word, { maxLength: 3 }),
        fc.uint8Array({ maxLength: 500 }),
        ({ address }, topic, more, data) => {
          crossingsOf([{ address: fromHex(address), topics: [topic, ...more], data, index: 0 }]);
        },
      ),
      propertyRuns(3000),
    );
  });
});

describe('memos of THORChain', () => {
  it.each([
    [
      '=:ETH.ETH:0x1111111111111111111111111111111111111111:123',
      'Ethereum ETH.ETH 0x1111111111111111111111111111111111111111',
    ],
    [
      's:b:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq/0x00',
      'Bitcoin BTC.BTC bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    ],
    [
      'SWAP:ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48:thorname',
      'Ethereum ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48 null',
    ],
    [
      '=:BTC/BTC:thor1uwxgm4w8ud6pu4dc2s5tqnrmk7exjzjpvm2krs',
      'THORChain BTC/BTC thor1uwxgm4w8ud6pu4dc2s5tqnrmk7exjzjpvm2krs',
    ],
  ])('%s', (memo, expected) => {
    const read = readThorchainMemo(memo);
    if (read?.kind !== 'swap') throw new Error('no swap');
    expect(`${read.chain.name} ${read.asset} ${read.account}`).toBe(expected);
  });

  it.each([
    '',
    '=',
    '=:',
    '=:ABC.DEF:x',
    'OUT:12',
    'hello',
    `=:BTC.BTC:${'x'.repeat(300)}`,
    'DONATE:BTC.BTC',
    '=:<b>.BTC:x',
  ])('nothing in %j', (memo) => {
    expect(readThorchainMemo(memo)).toBeUndefined();
  });
});

it('chains have the names that an independent list gives them, or their short form', () => {
  const theirs = new Map<number, string>(Object.values(viemChains).map(({ id, name }) => [id, name]));
  const plain = (name: string) =>
    name.toLowerCase().replace(/mainnet|network|chain|one|pos|c-chain|l2|smart|[^a-z]/g, '');
  const ids = new Set(bridgeContracts.flatMap(({ chain }) => chain ?? []));
  for (const id of [...ids, 56, 100, 137, 146, 250, 324, 5000, 42220, 43114, 59144, 81457, 534352]) {
    const name = theirs.get(id);
    expect(chainOfId(BigInt(id)).name).not.toMatch(/^Chain \d/);
    if (name !== undefined) expect(plain(name)).toContain(plain(chainOfId(BigInt(id)).name).slice(0, 3));
  }
  expect(chainOfId(123_456n)).toEqual({ id: 123_456, name: 'Chain 123456' });
});

describeWithRealData('crossings of a real block', ['rpc/18500000/block.json'], () => {
  it('block 18,500,000: a payout of THORChain, which names its inbound transaction, and a deposit to Scroll', () => {
    const { receipts } = readRealBlock(18_500_000);
    const found = receipts.flatMap(({ logs }, i) =>
      crossingsOf(logs).map((crossing) => [i, crossing] as const),
    );
    expect(found.map(([i]) => i)).toEqual([54, 126]);
    expect(found[0]?.[1]).toMatchObject({
      protocol: 'THORChain',
      direction: 'in',
      transaction: '4cc64e7b98f378b5634905b56f2d245baf2cd038b3c91291108cfe8a5d938c65',
      recipient: fromHex('8efdb0409c8484b18390e741b33b7e24e633b732'),
      asset: 'ether',
      amount: 45_722_170_000_000_000n,
    });
    expect(found[1]?.[1]).toMatchObject({
      protocol: 'Scroll bridge',
      direction: 'out',
      chain: { id: 534352, name: 'Scroll' },
      account: '0xA383E83b3F3A3535DDbcCCA43e54b511c5c79b5F',
      asset: 'ether',
      amount: 51_000_000_000_000_000n,
    });
  });
});
