import { encodeAddress } from '../../bitcoin/address/address.ts';
import { networks } from '../../bitcoin/networks.ts';
import { addressKeyOfScript } from '../../bitcoin/script/script.ts';
import { fromHex, toDisplayHash, toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import { bitcoinChain } from './other-chains.ts';
import { bytesOf, numberIn, type Reading, type Stated, textIn } from './reading.ts';
import { redemptionKeyOf, type RedemptionRequest } from './redemptions.ts';

/** Units of tBTC (18 decimals) in a satoshi. */
const tbtcOfSatoshi = 10n ** 10n;

/**
 * Returns the key by which tBTC knows an output of a Bitcoin transaction (txid in internal byte order, number of the output), as
 * 64 hex digits: Keccak-256 of both, the number in 4 bytes, most significant first (`calculateDepositKey` of its contracts).
 */
export function depositKeyOf(txid: Uint8Array, output: number): string {
  const packed = new Uint8Array(36);
  packed.set(txid);
  new DataView(packed.buffer).setUint32(32, output);
  return toHex(keccak256(packed));
}

/** Returns the payment for which the event of a redemption asks. */
function requestIn(event: Reading['event'], requested: bigint): RedemptionRequest | null {
  const [wallet, script] = [textIn(event, 'walletPubKeyHash'), textIn(event, 'redeemerOutputScript')];
  const [fee, txMaxFee] = [numberIn(event, 'treasuryFee'), numberIn(event, 'txMaxFee')];
  if (wallet === null || script === null || fee === null || txMaxFee === null) return null;
  const most = requested - fee;
  return { key: redemptionKeyOf(bytesOf(wallet), bytesOf(script)), least: most - txMaxFee, most };
}

/**
 * A deposit that is revealed names the output that paid it, whose script the contract has checked: only its transaction may be
 * unconfirmed. A redemption names the script that is going to be paid, and later the transaction that paid it, which the contract has
 * verified to be in a block.
 */
export function tbtc({ event, bridge: { token } }: Reading): Stated | undefined {
  const asset = token === undefined ? null : fromHex(token);
  if (event.name === 'RedemptionRequested') {
    const requested = numberIn(event, 'requestedAmount') ?? 0n;
    const account = addressOfOutput(textIn(event, 'redeemerOutputScript') ?? '');
    const redemption = account === null ? null : requestIn(event, requested);
    return { chain: bitcoinChain, account, redemption, asset, amount: requested * tbtcOfSatoshi };
  }
  if (event.name === 'RedemptionsCompleted') {
    const paid = textIn(event, 'redemptionTxHash');
    if (paid === null) return undefined;
    return { chain: bitcoinChain, transaction: toDisplayHash(bytesOf(paid)), redemption: 'paid' };
  }
  const [hash, depositor] = [textIn(event, 'fundingTxHash'), textIn(event, 'depositor')];
  const [value, output] = [numberIn(event, 'amount'), numberIn(event, 'fundingOutputIndex')];
  if (hash === null || depositor === null || value === null || output === null) return undefined;
  const txid = bytesOf(hash);
  return {
    direction: 'in',
    chain: bitcoinChain,
    recipient: bytesOf(depositor),
    transaction: toDisplayHash(txid),
    deposit: depositKeyOf(txid, Number(output)),
    payment: { output: Number(output), address: null, value },
    asset,
    amount: value * tbtcOfSatoshi,
  };
}

/**
 * Tokens that the vault has minted for a revealed deposit, less fees. The event has neither the amount (its last argument is what
 * all deposits of the depositor still owe) nor the Bitcoin transaction.
 */
export function tbtcMint({ event, bridge: { token } }: Reading): Stated | undefined {
  const [key, depositor] = [numberIn(event, 'depositKey'), textIn(event, 'depositor')];
  if (key === null || depositor === null) return undefined;
  return {
    direction: 'in',
    chain: bitcoinChain,
    recipient: bytesOf(depositor),
    deposit: key.toString(16).padStart(64, '0'),
    asset: token === undefined ? null : fromHex(token),
  };
}

/** The address that a script with its length before it pays to; null if it has none. */
function addressOfOutput(prefixed: string): string | null {
  const script = prefixed === '' ? new Uint8Array() : bytesOf(prefixed);
  if (script.length < 2 || script[0] !== script.length - 1) return null;
  const key = addressKeyOfScript(script.subarray(1));
  return key ? encodeAddress(key, networks.mainnet) : null;
}
