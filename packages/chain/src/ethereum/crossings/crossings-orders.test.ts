import { encodeAbiParameters, encodePacked, pad, zeroAddress, zeroHash } from 'viem';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import type { EthereumLog } from '../model.ts';
import { crossingsOf as crossingsOn } from './crossings.ts';
import { bytes, logOf } from './event-log.fixture.ts';

const crossingsOf = (logs: Parameters<typeof crossingsOn>[0]) => crossingsOn(logs, 1n);

const [ada, grace] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
] as const;
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const [nativePool, usdcPool] = [
  '77b2043768d28e9c9ab44e1abfc95944bce57931',
  'c026395860db2d07ee33e05fe50ed7bd583189c7',
];
const messages = '6d6620efa72948c5f68a3c8646d58c00d3f4a980';
const endpoint = '1a44076050125825900e736c501f859c50fe728c';
const guid = `0x${'5a'.repeat(32)}` as const;

function described(logs: readonly EthereumLog[]): string[] {
  return crossingsOf(logs).map(
    ({ protocol, direction, chain, account, recipient, asset, amount, claimed }) => {
      const token = asset instanceof Uint8Array ? toHex(asset).slice(0, 4) : asset;
      const who = direction === 'in' && recipient ? `0x${toHex(recipient)}` : account;
      return `${protocol} ${direction} ${chain?.name ?? null} ${who} ${amount} ${token}${claimed ? ' claimed' : ''}`;
    },
  );
}

/** A packet of LayerZero (PacketV1Codec) with a message of one transfer (TaxiCodec), in the words of their encoders. */
function packet(id: `0x${string}`, recipient: `0x${string}`, kind = 1): EthereumLog {
  const message = encodePacked(['uint8', 'uint16', 'bytes32', 'uint64'], [kind, 1, pad(recipient), 5n]);
  const encodedPayload = encodePacked(
    ['uint8', 'uint64', 'uint32', 'bytes32', 'uint32', 'bytes32', 'bytes32', 'bytes'],
    [1, 7n, 30101, pad(ada), 30184, pad(ada), id, message],
  );
  return logOf(endpoint, 'LayerZero EndpointV2', { encodedPayload });
}

function sent(pool: string, id: `0x${string}`, dstEid = 30184): EthereumLog {
  return logOf(pool, 'LayerZero OFT', {
    guid: id,
    dstEid,
    fromAddress: ada,
    amountSentLD: 9n,
    amountReceivedLD: 8n,
  });
}

function rode(recipient: `0x${string}`): EthereumLog {
  const passenger = encodePacked(
    ['uint16', 'bytes32', 'uint64', 'bool'],
    [1, recipient.length === 66 ? recipient : pad(recipient), 5n, false],
  );
  return logOf(messages, 'Stargate TokenMessaging', { dstEid: 30184, ticketId: 3n, passenger });
}

describe('crossings to chains of the ZK Stack', () => {
  const diamond = '32400084c286cf3e17e7b677ea9583e60a000324';
  const router = '8829ad80e425c646dab305381ff105169feece56';
  const request = (to: string, { value, minted }: { value: bigint; minted: bigint }) =>
    logOf(diamond, 'ZK Stack', {
      txId: 1n,
      transaction: [
        255n,
        BigInt(ada),
        BigInt(to),
        72_000_000n,
        800n,
        1n,
        0n,
        0n,
        1n,
        value,
        [minted, BigInt(ada), 0n, 0n],
        '0x1234',
        '0x',
        [7n, 8n],
        '0x',
        '0x',
      ],
      factoryDeps: ['0x01', '0x0203'],
    });

  it('ether by requests with a value, tokens by the first bridge, the shared bridge, and the router', () => {
    const shared = { chainId: 324n, from: ada, to: grace, l1Token: usdc, amount: 5n };
    const data = encodeAbiParameters(
      ['address', 'address', 'address', 'uint256', 'bytes'].map((type) => ({ type })),
      [ada, grace, usdc, 6n, '0x00'],
    );
    const routed = { chainId: 232n, from: ada, bridgeMintCalldata: data };
    expect(
      described([
        request(grace, { value: 3n, minted: 4n }),
        request(grace, { value: 0n, minted: 4n }),
        logOf(
          '57891966931eb4bb6fb81430e6ce0a03aabde063',
          'ZK Stack',
          { from: ada, to: grace, l1Token: usdc, amount: 2n },
          'DepositInitiated',
        ),
        logOf('d7f9f54194c633f36ccd5f3da84ad4a1c38cb2cb', 'ZK Stack', shared, 'BridgehubDepositInitiated'),
        logOf(
          router,
          'ZK Stack',
          { ...shared, l1Token: '0x0000000000000000000000000000000000000001' },
          'BridgehubDepositInitiated',
        ),
        logOf(router, 'ZK Stack', routed, 'BridgehubDepositInitiated'),
        logOf(
          router,
          'ZK Stack',
          { ...routed, bridgeMintCalldata: data.slice(0, -64) },
          'BridgehubDepositInitiated',
        ),
        logOf('ab'.repeat(20), 'ZK Stack', routed, 'BridgehubDepositInitiated'),
      ]),
    ).toEqual([
      `ZKsync bridge out ZKsync Era ${grace} 4 ether`,
      `ZKsync bridge out ZKsync Era ${grace} 2 a0b8`,
      `ZKsync bridge out ZKsync Era ${grace} 5 a0b8`,
      `ZKsync bridge out ZKsync Era ${grace} 5 ether`,
      `ZKsync bridge out Chain 232 ${grace} 6 a0b8`,
    ]);
    // The topic that generated bindings of the router name.
    const [topic] = logOf(router, 'ZK Stack', routed, 'BridgehubDepositInitiated').topics;
    expect(toHex(topic ?? bytes('0x'))).toBe(
      'e21913bc89c1320d9709a5d236ffe06b54cf88aecfc9509ebd68f1adba45781e',
    );
  });
});

describe('Stargate', () => {
  it('a transfer with a message of its own: the recipient is in the packet with its ID', () => {
    expect(described([packet(guid, grace), sent(nativePool ?? '', guid)])).toEqual([
      `Stargate out Base ${grace} 9 ether`,
    ]);
    // Of another transfer, of another kind, or of another contract.
    for (const other of [
      packet(`0x${'5b'.repeat(32)}`, grace),
      packet(guid, grace, 2),
      { ...packet(guid, grace), address: Uint8Array.from({ length: 20 }, () => 9) },
    ])
      expect(described([other, sent(usdcPool ?? '', guid)])).toEqual(['Stargate out Base null 9 a0b8']);
  });

  it('a transfer that waits for others: the recipient is that of the passenger before it', () => {
    const solana = `0x${'ab'.repeat(32)}` as const;
    expect(
      described([
        rode(grace),
        sent(nativePool ?? '', zeroHash),
        rode(solana),
        sent(usdcPool ?? '', zeroHash, 30168),
        sent(usdcPool ?? '', zeroHash),
      ]),
    ).toEqual([
      `Stargate out Base ${grace} 9 ether`,
      `Stargate out Solana ${solana} 9 a0b8`,
      'Stargate out Base null 9 a0b8',
    ]);
  });

  it('the same event of another token of LayerZero states nothing', () => {
    expect(described([packet(guid, grace), sent('ab'.repeat(20), guid)])).toEqual([]);
  });
});

describe('deBridge', () => {
  const [source, destination] = [
    'ef4fb24ad0916217251f553c0596f8edc630eb66',
    'e7351fd770a37282b91d153ee690b63579d6dd7f',
  ];
  /** An order: nonce, maker, given chain, token, and amount, taken ones, receiver, and six authorities and calls. */
  const order = (
    give: readonly [chain: bigint, token: string, amount: bigint],
    take: readonly [chain: bigint, token: string, amount: bigint],
    receiver: string,
  ) => [1n, ada, ...give, ...take, receiver, '0x', '0x', '0x', '0x', '0x'];
  const solanaToken = `0x${'cd'.repeat(32)}`;
  const created = (made: readonly unknown[]) =>
    logOf(source ?? '', 'deBridge', { order: made, orderId: guid, nativeFixFee: 1n });
  const fulfilled = (made: readonly unknown[]) =>
    logOf(destination ?? '', 'deBridge', { order: made, orderId: guid, sender: ada, unlockAuthority: ada });

  it('an order states chain, recipient, token, and amount', () => {
    expect(
      described([
        created(order([1n, usdc.toLowerCase(), 9n], [8453n, ada, 8n], grace)),
        created(order([1n, zeroAddress, 7n], [7_565_164n, solanaToken, 6n], solanaToken)),
        created(order([1n, zeroAddress, 7n], [100_000_014n, ada, 6n], grace)),
        created(order([1n, zeroAddress, 7n], [999_999n, ada, 6n], grace)),
      ]),
    ).toEqual([
      `deBridge out Base ${grace} 9 a0b8`,
      `deBridge out Solana ${solanaToken} 7 ether`,
      `deBridge out Sonic ${grace} 7 ether`,
      `deBridge out Chain 999999 ${grace} 7 ether`,
    ]);
  });

  it('a payment here only claims that it was for an order of another chain', () => {
    const paid = order([7_565_164n, solanaToken, 9n], [1n, usdc.toLowerCase(), 8n], grace);
    expect(described([fulfilled(paid)])).toEqual([`deBridge in Solana ${grace} 8 a0b8 claimed`]);
    expect(described([fulfilled(order([1n, ada, 9n], [1n, ada, 8n], solanaToken))])).toEqual([]);
  });
});

describe('Maya', () => {
  it('has the router of THORChain, but other one-letter names', () => {
    const router = 'e3985e6b61b814f7cdb188766562ba71b446b46d';
    const account = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const deposit = (asset: string) =>
      logOf(router, 'THORChain_Router', {
        to: ada,
        asset: zeroAddress,
        amount: 6n,
        memo: `=:${asset}:${account}`,
      });
    expect(described(['BTC.BTC', 'b', 'DASH.DASH', 'ZEC.ZEC', 'a', 'c'].map(deposit))).toEqual([
      `Maya out Bitcoin ${account} 6 ether claimed`,
      `Maya out Bitcoin ${account} 6 ether claimed`,
      `Maya out Dash ${account} 6 ether claimed`,
      `Maya out Zcash ${account} 6 ether claimed`,
    ]);
  });
});
