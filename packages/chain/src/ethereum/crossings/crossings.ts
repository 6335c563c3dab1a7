import { fromHex, toHex } from '../../bytes.ts';
import { toChecksumAddress } from '../address.ts';
import type { EthereumLog } from '../model.ts';
import { decodeEvent } from '../tokens/events.ts';
import { type BridgeKind, wormholeTokenBridge } from './bridge-contracts.ts';
import { bitcoinChain, chainOfDomain, chainOfId, chainOfWormhole } from './other-chains.ts';
import {
  accountIn,
  accountOf,
  assetIn,
  bridgeAt,
  bytesOf,
  contracts,
  type Crossing,
  homeOf,
  numberIn,
  type Reading,
  type Stated,
  textIn,
} from './reading.ts';
import { deBridgeIn, deBridgeOut } from './de-bridge.ts';
import { stargate } from './stargate.ts';
import { tbtc, tbtcMint } from './tbtc.ts';
import { mayaShortNames, readThorchainMemo } from './thorchain-memo.ts';
import { zkDeposit, zkRequest, zkRouted } from './zk-stack.ts';

function across({ event }: Reading): Stated | undefined {
  const id = numberIn(event, 'destinationChainId');
  if (id === null) return undefined;
  const chain = chainOfId(id);
  return {
    chain,
    account: accountIn(event, 'recipient', chain),
    asset: assetIn(event, 'inputToken'),
    amount: numberIn(event, 'inputAmount'),
  };
}

/** The kinds of messages to Arbitrum that carry ether: a deposit, and a call that is tried again until it succeeds. */
const arbitrumDeposit = 12n;
const arbitrumRetryable = 9n;

function arbitrumInbox({ event, bridge, logs }: Reading): Stated | undefined {
  const number = numberIn(event, 'messageNum');
  const data = textIn(event, 'data')?.slice(2) ?? '';
  const delivered = logs.flatMap((log) => {
    const known = contracts.get(toHex(log.address));
    if (known?.kind !== 'arbitrumBridge' || known.chain !== bridge.chain) return [];
    const message = decodeEvent(log);
    return message?.name === 'MessageDelivered' && numberIn(message, 'messageIndex') === number
      ? [message]
      : [];
  });
  const [message] = delivered;
  const kind = message && numberIn(message, 'kind');
  const chain = homeOf(bridge);
  if (kind === arbitrumDeposit && data.length === 104) {
    const account = toChecksumAddress(`0x${data.slice(0, 40)}`);
    return { chain, account, asset: 'ether', amount: BigInt(`0x${data.slice(40)}`) };
  }
  if (kind !== arbitrumRetryable || data.length < 128 || chain === null) return undefined;
  const amount = BigInt(`0x${data.slice(64, 128)}`);
  return amount === 0n
    ? undefined
    : { chain, account: accountOf(data.slice(0, 64), chain), asset: 'ether', amount };
}

/** A plain deposit of ether, without a call: 32 bytes minted, 32 bytes value, 8 bytes gas, 1 byte of creation. */
function optimismPortal({ event, bridge }: Reading): Stated | undefined {
  const data = textIn(event, 'opaqueData')?.slice(2) ?? '';
  const amount = data.length === 146 ? BigInt(`0x${data.slice(0, 64)}`) : 0n;
  if (amount === 0n) return undefined;
  return { chain: homeOf(bridge), account: textIn(event, 'to'), asset: 'ether', amount };
}

/** A transfer of the token bridge: 1 byte kind (1 or 3), amount, token, its chain (2), recipient, chain (2). */
function wormhole({ event }: Reading): Stated | undefined {
  if (textIn(event, 'sender')?.toLowerCase() !== `0x${wormholeTokenBridge}`) return undefined;
  const payload = textIn(event, 'payload')?.slice(2) ?? '';
  if (!/^0[13]/.test(payload) || payload.length < 202) return undefined;
  const chain = chainOfWormhole(Number.parseInt(payload.slice(198, 202), 16));
  const onEthereum = Number.parseInt(payload.slice(130, 134), 16) === 2;
  return {
    chain,
    account: accountOf(payload.slice(134, 198), chain),
    asset: onEthereum ? fromHex(payload.slice(90, 130)) : null,
    // The message has at most 8 decimals, whatever the token has.
    amount: null,
  };
}

function thorchain({ event, bridge }: Reading): Stated | undefined {
  const shortNames = bridge.protocol === 'Maya' ? mayaShortNames : undefined;
  const memo = readThorchainMemo(textIn(event, 'memo') ?? '', shortNames);
  const parts = { asset: assetIn(event, 'asset'), amount: numberIn(event, 'amount') };
  const to = textIn(event, 'to');
  if (event.name === 'Deposit') {
    if (memo?.kind !== 'swap' || to === null) return undefined;
    return { ...parts, chain: memo.chain, account: memo.account, recipient: bytesOf(to) };
  }
  if (event.name !== 'TransferOut' || memo?.kind !== 'payout' || to === null) return undefined;
  return { ...parts, direction: 'in', chain: null, recipient: bytesOf(to), transaction: memo.inbound };
}

/**
 * The custodian confirms that a merchant's bitcoin arrived and mints, or that it has paid bitcoin for what a merchant burned.
 * WBTC has as many decimals as bitcoin.
 */
function wbtc({ event, bridge: { token } }: Reading): Stated | undefined {
  const [requester, value] = [textIn(event, 'requester'), numberIn(event, 'amount')];
  const [address = null] = /^[A-Za-z0-9]{14,90}$/.exec(textIn(event, 'btcDepositAddress') ?? '') ?? [];
  if (requester === null || value === null || address === null) return undefined;
  const txid = textIn(event, 'btcTxid');
  const transaction = txid !== null && /^[0-9a-f]{64}$/i.test(txid) ? txid.toLowerCase() : null;
  const isMint = event.name === 'MintConfirmed';
  return {
    direction: isMint ? 'in' : 'out',
    chain: bitcoinChain,
    account: address,
    recipient: isMint ? bytesOf(requester) : null,
    transaction,
    payment: transaction === null ? null : { output: null, address, value },
    asset: token === undefined ? null : fromHex(token),
    amount: value,
  };
}

/** Rules by kind of contract, with the events that each reads. */
const rules: Readonly<
  Record<
    BridgeKind,
    { readonly events: readonly string[]; readonly read: (reading: Reading) => Stated | undefined }
  >
> = {
  across: { events: ['V3FundsDeposited', 'FundsDeposited'], read: across },
  arbitrumBridge: { events: [], read: () => undefined },
  arbitrumGateway: {
    events: ['DepositInitiated'],
    read: ({ event, bridge }) => ({
      chain: homeOf(bridge),
      account: textIn(event, 'to'),
      asset: assetIn(event, 'l1Token'),
      amount: numberIn(event, 'amount'),
    }),
  },
  arbitrumInbox: { events: ['InboxMessageDelivered'], read: arbitrumInbox },
  cbridge: {
    events: ['Send'],
    read: ({ event }) => ({
      chain: chainOfId(numberIn(event, 'dstChainId') ?? 0n),
      account: textIn(event, 'receiver'),
      asset: assetIn(event, 'token'),
      amount: numberIn(event, 'amount'),
    }),
  },
  cctp: {
    events: ['DepositForBurn'],
    read: ({ event }) => {
      const chain = chainOfDomain(numberIn(event, 'destinationDomain') ?? 0n);
      return {
        chain,
        account: accountIn(event, 'mintRecipient', chain),
        asset: assetIn(event, 'burnToken'),
        amount: numberIn(event, 'amount'),
      };
    },
  },
  deBridgeIn: { events: ['FulfilledOrder'], read: deBridgeIn },
  deBridgeOut: { events: ['CreatedOrder'], read: deBridgeOut },
  hop: {
    events: ['TransferSentToL2'],
    read: ({ event, bridge: { token = 'ether' } }) => ({
      chain: chainOfId(numberIn(event, 'chainId') ?? 0n),
      account: textIn(event, 'recipient'),
      asset: token === 'ether' ? 'ether' : fromHex(token),
      amount: numberIn(event, 'amount'),
    }),
  },
  layerZero: { events: [], read: () => undefined },
  // Ether that is sent alone or with a call; a token sends a message without value.
  lineaMessages: {
    events: ['MessageSent'],
    read: ({ event, bridge }) => {
      const amount = numberIn(event, '_value') ?? 0n;
      if (amount === 0n) return undefined;
      return { chain: homeOf(bridge), account: textIn(event, '_to'), asset: 'ether', amount };
    },
  },
  lineaTokens: {
    events: ['BridgingInitiatedV2'],
    read: ({ event, bridge }) => ({
      chain: homeOf(bridge),
      account: textIn(event, 'recipient'),
      asset: assetIn(event, 'token'),
      amount: numberIn(event, 'amount'),
    }),
  },
  // Newer bridges emit a second event for the same deposit, which is not read.
  optimismBridge: {
    events: ['ETHDepositInitiated', 'ERC20DepositInitiated'],
    read: ({ event, bridge }) => ({
      chain: homeOf(bridge),
      account: textIn(event, 'to'),
      asset: event.name === 'ETHDepositInitiated' ? 'ether' : assetIn(event, 'l1Token'),
      amount: numberIn(event, 'amount'),
    }),
  },
  optimismPortal: { events: ['TransactionDeposited'], read: optimismPortal },
  polygonPredicate: {
    events: ['LockedEther', 'LockedERC20'],
    read: ({ event, bridge }) => ({
      chain: homeOf(bridge),
      account: textIn(event, 'depositReceiver'),
      asset: event.name === 'LockedEther' ? 'ether' : assetIn(event, 'rootToken'),
      amount: numberIn(event, 'amount'),
    }),
  },
  scroll: {
    events: ['DepositETH', 'DepositERC20'],
    read: ({ event, bridge }) => ({
      chain: homeOf(bridge),
      account: textIn(event, 'to'),
      asset: event.name === 'DepositETH' ? 'ether' : assetIn(event, 'l1Token'),
      amount: numberIn(event, 'amount'),
    }),
  },
  stargate: { events: ['OFTSent'], read: stargate },
  stargateMessages: { events: [], read: () => undefined },
  synapse: {
    events: ['TokenDeposit', 'TokenRedeem', 'TokenDepositAndSwap', 'TokenRedeemAndSwap'],
    read: ({ event }) => ({
      chain: chainOfId(numberIn(event, 'chainId') ?? 0n),
      account: textIn(event, 'to'),
      asset: assetIn(event, 'token'),
      amount: numberIn(event, 'amount'),
    }),
  },
  tbtc: { events: ['DepositRevealed', 'RedemptionRequested', 'RedemptionsCompleted'], read: tbtc },
  tbtcVault: { events: ['OptimisticMintingFinalized'], read: tbtcMint },
  thorchain: { events: ['Deposit', 'TransferOut'], read: thorchain },
  wbtc: { events: ['MintConfirmed', 'Burned', 'BurnConfirmed'], read: wbtc },
  wormhole: { events: ['LogMessagePublished'], read: wormhole },
  zkDiamond: { events: ['NewPriorityRequest'], read: zkRequest },
  zkFirstBridge: { events: ['DepositInitiated'], read: zkDeposit },
  zkRouter: { events: ['BridgehubDepositInitiated'], read: zkRouted },
};

/**
 * Returns what left Ethereum through bridges in a transaction that didn't fail, and what arrived, in the order of its events. Only events of known contracts count (`bridge-contracts.ts`): anyone can emit the same ones. What happens on the other
 * side is not known here: a bridge can be late, fail, or pay less.
 */
export function crossingsOf(logs: readonly EthereumLog[], chainId: bigint): Crossing[] {
  return logs.flatMap((log): Crossing[] => {
    const bridge = bridgeAt(log.address, chainId);
    const event = bridge && decodeEvent(log);
    if (!bridge || !event) return [];
    const { events, read } = rules[bridge.kind];
    const stated = events.includes(event.name) ? read({ bridge, event, log, logs }) : undefined;
    if (!stated) return [];
    return [
      {
        direction: 'out',
        claimed: bridge.kind === 'thorchain',
        chain: null,
        account: null,
        recipient: null,
        transaction: null,
        deposit: null,
        redemption: null,
        payment: null,
        asset: null,
        amount: null,
        ...stated,
        protocol: bridge.protocol,
        contract: log.address,
        logIndex: log.index,
      },
    ];
  });
}
