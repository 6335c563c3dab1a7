/** How a contract states a crossing: which events it emits, and what they mean (`crossings.ts`). */
export type BridgeKind =
  | 'across'
  | 'arbitrumBridge'
  | 'arbitrumGateway'
  | 'arbitrumInbox'
  | 'cbridge'
  | 'cctp'
  | 'deBridgeIn'
  | 'deBridgeOut'
  | 'hop'
  | 'layerZero'
  | 'lineaMessages'
  | 'lineaTokens'
  | 'optimismBridge'
  | 'optimismPortal'
  | 'polygonPredicate'
  | 'scroll'
  | 'stargate'
  | 'stargateMessages'
  | 'synapse'
  | 'tbtc'
  | 'tbtcVault'
  | 'thorchain'
  | 'wbtc'
  | 'wormhole'
  | 'zkDiamond'
  | 'zkFirstBridge'
  | 'zkRouter';

/** A contract on Ethereum. Addresses are lower-case hex without 0x. */
export interface BridgeContract {
  readonly address: string;
  /** Chain ID of the network on which it is; mainnet without it. */
  readonly network?: bigint;
  readonly kind: BridgeKind;
  readonly protocol: string;
  /** Chain ID of the other side, if all transfers of the contract go there. */
  readonly chain?: number;
  /** Token of a contract that serves only one; `ether` for ether. */
  readonly token?: string;
}

/*
 * Where the addresses were read:
 * - OP Stack: github.com/ethereum-optimism/superchain-registry, superchain/configs/mainnet, commit 8336d2ae (Base: 0ab241df)
 * - Arbitrum: github.com/OffchainLabs/arbitrum-sdk, src/lib/dataEntities/networks.ts, commit 00a53458
 * - Across: github.com/across-protocol/contracts, deployments/README.md, commit 001bcaae
 * - cBridge: an escrow of the project in the public data of l2beat.com; event in github.com/celer-network/sgn-v2-contracts,
 *   contracts/liquidity-bridge/Bridge.sol, commit 4d742f6c
 * - CCTP: developers.circle.com/cctp/references/contract-addresses and /cctp/v1/evm-smart-contracts
 * - deBridge: docs.debridge.com/dln-details/overview/deployed-contracts; order as github.com/l2beat/l2beat decodes it
 * - LayerZero, Stargate: github.com/l2beat/l2beat, plugins of LayerZero and Stargate version 2
 * - Linea: docs.linea.build/network/build/contracts
 * - Scroll: docs.scroll.io/en/developers/scroll-contracts, as github.com/rotki/rotki has them in its module of Scroll
 * - Maya: the router that its clients name for Ethereum (github.com/xchainjs/xchainjs-lib, packages/xchain-mayachain-query)
 * - Hop, Polygon predicates: github.com/hop-protocol/hop, packages/core/src/addresses/mainnet.ts, commit 019c21be
 * - THORChain: the router that paid out in mainnet block 18,500,000 (0xefec3247…1137)
 * - Synapse: escrow of the project in the public data of l2beat.com
 * - tBTC: contract addresses in the documents of github.com/threshold-network/threshold; events as deployed in
 *   github.com/keep-network/tbtc-v2, solidity/deployments/mainnet/Deposit.json, commit 6248e840; vault and its events in
 *   solidity/deployments/mainnet/TBTCVault.json, key of a deposit in solidity/contracts/vault/TBTCOptimisticMinting.sol
 *   (calculateDepositKey) and solidity/contracts/bridge/Deposit.sol, commit 4a253098; redemptions in
 *   github.com/threshold-network/tbtc-v2, solidity/contracts/bridge/Redemption.sol, commit dc44a822
 * - WBTC: github.com/WrappedBTC/DAO, README.md; events in github.com/WrappedBTC/bitcoin-token-smart-contracts, contracts/factory/Factory.sol, commit 2f42b0ef
 * - ZK Stack: addresses in the plugin and the configuration of github.com/l2beat/l2beat; events and encoding in
 *   github.com/matter-labs/era-contracts (IL1SharedBridge, IAssetRouterBase, DataEncoding)
 * - Wormhole: github.com/wormhole-foundation/wormhole, sdk/js/src/utils/consts.ts, commit 005c6490
 */

/** Chain ID of Hopscope's demo network: the letters "demo" as a number. No public network has it. */
export const demoChainId = 0x64_65_6d_6fn;

/** The router of the demo's bridge, which has the events of THORChain's. */
export const demoRouter = '5ba9000000000000000000000000000000000001';

/** The demo's token for bitcoin and the factory that mints it, which has the events of WBTC's. */
export const demoWrappedBitcoin = {
  factory: '5ba9000000000000000000000000000000000002',
  token: '5ba9000000000000000000000000000000000003',
} as const;

/** Chains of the OP Stack whose gas is ether: chain ID, L1StandardBridgeProxy, OptimismPortalProxy. */
const optimism: readonly (readonly [chain: number, bridge: string, portal: string])[] = [
  [10, '99c9fc46f92e8a1c0dec1b1747d010903e884be1', 'beb5fc579115071764c7423a4f12edde41f106ed'],
  [130, '81014f44b0a345033bb2b3b21c7a1a308b35feea', '0bd48f6b86a26d3a217d0fa6ffe2b491b956a7a2'],
  [185, '2b3f201543adf73160ba42e1a5b7750024f30420', '59625d1fe0eeb8114a4d13c863978f39b3471781'],
  [252, '34c0bd5877a5ee7099d0f5688d65f4bb9158bde2', '36cb65c1967a0fb0eee11569c51c2f2aa1ca6f6d'],
  [254, 'ed7525946a09056c6aae29941b8323017382050e', 'ba50434bc5fcc07406b1bad9ac72a4cdf776db15'],
  [288, 'dc1664458d2f0b6090bea60a8793a4e66c2f1c00', '7b02d13904d8e6e0f0efaf756ab14cb0ff21ee7e'],
  [291, 'e07ea0436100918f157df35d01dce5c11b16d1f1', '91493a61ab83b62943e6dcaa5475dd330704cc84'],
  [360, '62edd5f4930ea92dca3fb81689bdd9b9d076b57b', 'eb06ffa16011b5628bab98e29776361c83741dd3'],
  [480, '470458c91978d2d929704489ad730dc3e3001113', 'd5ec14a83b7d95be1e2ac12523e2dee12cbeea6c'],
  [690, 'c473ca7e02af24c129c2eef51f2adf0411c1df69', 'c7bcb0e8839a28a1cfadd1cf716de9016cda51ae'],
  [957, '61e44dc0dae6888b5a301887732217d5725b0bff', '85ea9c11cf3d4786027f7fd08f4406b15777e5f8'],
  [1135, '2658723bf70c7667de6b25f99fcce13a16d25d08', '26db93f8b8b4f7016240af62f7730979d353f9a7'],
  [1750, '6d0f65d59b55b0fec5d2d15365154dcadc140bf3', '3f37abde2c6b5b2ed6f8045787df1ed1e3753956'],
  [1868, 'eb9bf100225c214efc3e7c651ebbadcf85177607', '88e529a6ccd302c948689cd5156c83d4614fae92'],
  [5330, '8b0576e39f1233679109f9b40cfcc2a7e0901ede', '2c2150aa5c75a24fb93d4fd2f2a895d618054f07'],
  [7560, '12a580c05466eefb2c467c6b115844cdaf55b255', '1d59bc9fce6b8e2b1bf86d4777289ffd83d24c99'],
  [8008, '3be64bf2b9c2de637067c7aab6bae5edf9feba55', '034cbb620d1e0e4c2e29845229beac57083b04ec'],
  [8453, '3154cf16ccdb4c6d922629664174b904d80f2c35', '49048044d57e1c92a77f79988d21fa8faf74e97e'],
  [33979, 'a2c1c1a473250094a6244f2bcf6cb51f670ad3ac', '5c9c7f98ed153a2deaa981eb5c97b31744accf22'],
  [34443, '735adbbe72226bd52e818e7181953f42e3b0ff21', '8b34b14c7c7123459cf3076b8cb929be097d0c07'],
  [57073, '88ff1e5b602916615391f55854588efcbb7663f0', '5d66c1782664115999c47c9fa5cd031f495d3e4f'],
  [60808, '3f6ce1b36e5120bbc59d0cfe8a5ac8b6464ac1f7', '8adee124447435fe03e3cd24df3f4cae32e65a3e'],
  [7777777, '3e2ea9b92b7e48a52296fd261dc26fd995284631', '1a0ad011913a150f69f6a19df447a0cfd9551054'],
];

/** Arbitrum chains: chain ID, bridge, inbox, and gateways of tokens. */
const arbitrum: readonly {
  readonly chain: number;
  readonly bridge: string;
  readonly inbox: string;
  readonly gateways: readonly string[];
}[] = [
  {
    chain: 42161,
    bridge: '8315177ab297ba92a06054ce80a67ed4dbd7ed3a',
    inbox: '4dbd4fc535ac27206064b68ffcf827b0a60bab3f',
    gateways: [
      'a3a7b6f88361f48403514059f1f16c8e78d60eec',
      'cee284f754e854890e311e3280b767f80797180d',
      'd92023e9d9911199a6711321d1277285e6d4e2db',
    ],
  },
  {
    chain: 42170,
    bridge: 'c1ebd02f738644983b6c4b2d440b8e77dde276bd',
    inbox: 'c4448b71118c9071bcb9734a0eac55d18a153949',
    gateways: [
      'b2535b988dce19f9d71dfb22db6da744acac21bf',
      '23122da8c581aa7e0d07a36ff1f16f799650232f',
      'e4e2121b479017955be0b175305b35f312330bae',
    ],
  },
];

/** Bridges of Hop, each for one token. */
const hop: readonly (readonly [bridge: string, token: string])[] = [
  ['b8901acb165ed027e32754e0ffe830802919727f', 'ether'],
  ['3666f603cc164936c1b87e207f36beba4ac5f18a', 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  ['3e4a3a4796d16c0cd582c382691998f7c06420b6', 'dac17f958d2ee523a2206206994597c13d831ec7'],
  ['22b1cbb8d98a01a3b71d034bb899775a76eb1cc2', '7d1afa7b718fb893db30a3abc0cfc608aacfebb0'],
  ['3d4cc8a61c7528fd86c55cfe061a78dcba48edd1', '6b175474e89094c44da98b954eedeac495271d0f'],
];

/** Gateways of Scroll: of ether, and of standard and custom tokens. */
const scroll: readonly string[] = [
  '7f2b8c31f88b6006c382775eea88297ec1e3e905',
  'd8a791fe2be73eb6e6cf1eb0cb3f36adc9b3f8f9',
  'b2b10a289a229415a124efdef310c10cb004b6ff',
];

/** Pools of Stargate (version 2), each for one token. */
const stargate: readonly (readonly [pool: string, token: string])[] = [
  ['77b2043768d28e9c9ab44e1abfc95944bce57931', 'ether'],
  ['c026395860db2d07ee33e05fe50ed7bd583189c7', 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  ['933597a323eb81cae705c5bc29985172fd5a3973', 'dac17f958d2ee523a2206206994597c13d831ec7'],
];

export const bridgeContracts: readonly BridgeContract[] = [
  ...optimism.flatMap(([chain, bridge, portal]): BridgeContract[] => [
    { address: bridge, kind: 'optimismBridge', protocol: 'Standard bridge', chain },
    { address: portal, kind: 'optimismPortal', protocol: 'Standard bridge', chain },
  ]),
  ...arbitrum.flatMap(({ chain, bridge, inbox, gateways }): BridgeContract[] => [
    { address: bridge, kind: 'arbitrumBridge', protocol: 'Arbitrum bridge', chain },
    { address: inbox, kind: 'arbitrumInbox', protocol: 'Arbitrum bridge', chain },
    ...gateways.map(
      (address): BridgeContract => ({ address, kind: 'arbitrumGateway', protocol: 'Arbitrum bridge', chain }),
    ),
  ]),
  ...hop.map(([address, token]): BridgeContract => ({ address, kind: 'hop', protocol: 'Hop', token })),
  { address: '5c7bcd6e7de5423a257d81b442095a1a6ced35c5', kind: 'across', protocol: 'Across' },
  { address: 'bd3fa81b58ba92a82136038b25adec7066af3155', kind: 'cctp', protocol: 'CCTP' },
  { address: '28b5a0e9c621a5badaa536219b3a228c8168cf5d', kind: 'cctp', protocol: 'CCTP' },
  {
    address: '8484ef722627bf18ca5ae6bcf031c23e6e922b30',
    kind: 'polygonPredicate',
    protocol: 'Polygon bridge',
    chain: 137,
  },
  {
    address: '40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf',
    kind: 'polygonPredicate',
    protocol: 'Polygon bridge',
    chain: 137,
  },
  { address: '5427fefa711eff984124bfbb1ab6fbf5e3da1820', kind: 'cbridge', protocol: 'cBridge' },
  { address: 'ef4fb24ad0916217251f553c0596f8edc630eb66', kind: 'deBridgeOut', protocol: 'deBridge' },
  { address: 'e7351fd770a37282b91d153ee690b63579d6dd7f', kind: 'deBridgeIn', protocol: 'deBridge' },
  { address: '1a44076050125825900e736c501f859c50fe728c', kind: 'layerZero', protocol: 'LayerZero' },
  { address: '6d6620efa72948c5f68a3c8646d58c00d3f4a980', kind: 'stargateMessages', protocol: 'Stargate' },
  ...stargate.map(
    ([address, token]): BridgeContract => ({ address, kind: 'stargate', protocol: 'Stargate', token }),
  ),
  {
    address: 'd19d4b5d358258f05d7b411e21a1460d11b0876f',
    kind: 'lineaMessages',
    protocol: 'Linea bridge',
    chain: 59144,
  },
  {
    address: '051f1d88f0af5763fb888ec4378b4d8b29ea3319',
    kind: 'lineaTokens',
    protocol: 'Linea bridge',
    chain: 59144,
  },
  ...scroll.map(
    (address): BridgeContract => ({ address, kind: 'scroll', protocol: 'Scroll bridge', chain: 534352 }),
  ),
  { address: '2796317b0ff8538f253012862c06787adfb8ceb6', kind: 'synapse', protocol: 'Synapse' },
  { address: '98f3c9e6e3face36baad05fe09d375ef1464288b', kind: 'wormhole', protocol: 'Wormhole' },
  {
    address: '32400084c286cf3e17e7b677ea9583e60a000324',
    kind: 'zkDiamond',
    protocol: 'ZKsync bridge',
    chain: 324,
  },
  {
    address: '57891966931eb4bb6fb81430e6ce0a03aabde063',
    kind: 'zkFirstBridge',
    protocol: 'ZKsync bridge',
    chain: 324,
  },
  { address: 'd7f9f54194c633f36ccd5f3da84ad4a1c38cb2cb', kind: 'zkRouter', protocol: 'ZKsync bridge' },
  { address: '8829ad80e425c646dab305381ff105169feece56', kind: 'zkRouter', protocol: 'ZKsync bridge' },
  {
    address: '5e4861a80b55f035d899f66772117f00fa0e8e7b',
    kind: 'tbtc',
    protocol: 'tBTC',
    token: '18084fba666a33d37592fa2633fd49a74dd93a88',
  },
  {
    address: '9c070027cdc9dc8f82416b2e5314e11dfb4fe3cd',
    kind: 'tbtcVault',
    protocol: 'tBTC',
    token: '18084fba666a33d37592fa2633fd49a74dd93a88',
  },
  {
    address: 'e5a5f138005e19a3e6d0fe68b039397eeef2322b',
    kind: 'wbtc',
    protocol: 'WBTC',
    token: '2260fac5e5542a773aa44fbcfedf7c193bc2c599',
  },
  { address: 'd37bbe5744d730a1d98d8dc97c42f0ca46ad7146', kind: 'thorchain', protocol: 'THORChain' },
  { address: 'e3985e6b61b814f7cdb188766562ba71b446b46d', kind: 'thorchain', protocol: 'Maya' },
  { address: demoRouter, network: demoChainId, kind: 'thorchain', protocol: 'Spanwire Bridge (demo)' },
  {
    address: demoWrappedBitcoin.factory,
    network: demoChainId,
    kind: 'wbtc',
    protocol: 'Wrapped Demo Bitcoin',
    token: demoWrappedBitcoin.token,
  },
];

/** The token bridge of Wormhole: messages of its other programs move nothing. */
export const wormholeTokenBridge = '3ee18b2214aff97000d974cf647e7c347e8fa585';
