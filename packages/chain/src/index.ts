export * from './amounts.ts';
export * from './bitcoin/address/address.ts';
export * from './bitcoin/block/bip34.ts';
export * from './bitcoin/block/block.ts';
export * from './bitcoin/block/checkpoints.ts';
export * from './bitcoin/block/coinbase.ts';
export * from './bitcoin/block/consensus.ts';
export type { BlockColumns } from './bitcoin/columns/block-columns.ts';
export {
  type ColumnSizes,
  columnsAt,
  copiedBytes,
  copyColumns,
} from './bitcoin/columns/copy-columns.ts';
export { type ColumnReader, createColumnReader } from './bitcoin/columns/read-columns.ts';
export { type ColumnVerifier, createColumnVerifier } from './bitcoin/columns/verify-columns.ts';
export { type DataProtocol, dataProtocol, type OmniMessage } from './bitcoin/script/data-protocols.ts';
export { opReturnData, printableText, pushesFrom } from './bitcoin/script/data-text.ts';
export { decodeTransaction } from './bitcoin/codec/decode-transaction.ts';
export * from './bitcoin/script/disassemble.ts';
export { encodeTransaction } from './bitcoin/codec/encode-transaction.ts';
export * from './bitcoin/codec/framing.ts';
export * from './bitcoin/block/merkle.ts';
export * from './bitcoin/block/merkle-proof.ts';
export * from './bitcoin/networks.ts';
export { bitsOfTarget, difficultyOfBits, targetOfBits, workOfBits } from './bitcoin/block/pow.ts';
export {
  addressKeyOfScript,
  classifyScript,
  isUnspendable,
} from './bitcoin/script/script.ts';
export {
  annexOf,
  isCoinbase,
  signalsRbf,
  type Transaction,
  type TxInput,
  type TxOutput,
} from './bitcoin/codec/transaction.ts';
export * from './bitcoin/codec/skim.ts';
export * from './bitcoin/block/verify.ts';
export { verifyWitnessCommitment } from './bitcoin/block/witness-commitment.ts';
export * from './bytes.ts';
export * from './errors.ts';
export type { AbiValue } from './ethereum/tokens/abi.ts';
export * from './ethereum/address.ts';
export {
  type ContractFactKind,
  contractFactKinds,
  contractFactOf,
} from './ethereum/tokens/contract-facts.ts';
export { type DepositContract, depositContractsOf } from './ethereum/tokens/deposit-contracts.ts';
export {
  type AccountFact,
  type AccountFactKind,
  accountFactKinds,
  accountFactOf,
  factContractName,
} from './ethereum/tokens/account-facts.ts';
export {
  type Conversion,
  type ConversionBasis,
  type ConvertedPart,
  type ConvertedSide,
  conversionsOf,
} from './ethereum/conversions/conversions.ts';
export { ownersOf } from './ethereum/conversions/actors.ts';
export { convertedMovements } from './ethereum/conversions/converted-movement.ts';
export { type MixerNote, mixerNoteOf, type MixerPool, mixerPoolAt } from './ethereum/mixers/mixer-notes.ts';
export { gasPriceOfNote, unusualGasPrice } from './ethereum/mixers/unusual-gas-price.ts';
export { crossingsOf } from './ethereum/crossings/crossings.ts';
export { demoChainId, demoRouter, demoWrappedBitcoin } from './ethereum/crossings/bridge-contracts.ts';
export { givenMovements, paidMovement } from './ethereum/crossings/paid-movement.ts';
export { depositKeyOf } from './ethereum/crossings/tbtc.ts';
export { redemptionKeyOf, redemptionKeysOf } from './ethereum/crossings/redemptions.ts';
export {
  bitcoinSide,
  type BitcoinSide,
  bridgedAddressKey,
  crossingTransaction,
  type CrossingTransaction,
  type CrossingProof,
  type PaidOutput,
  proofOfCrossing,
} from './ethereum/crossings/proof-of-crossing.ts';
export {
  asksForBitcoin,
  earlyPayout,
  inboundOf,
  type PayingSide,
  proofOfBitcoinPayout,
  signersOf,
} from './ethereum/crossings/payout-on-bitcoin.ts';
export {
  type BitcoinPayment,
  type Crossing,
  isAnnounced,
  namingRouters,
} from './ethereum/crossings/reading.ts';
export { bitcoinChain } from './ethereum/crossings/other-chains.ts';
export { readThorchainMemo, type ThorchainMemo } from './ethereum/crossings/thorchain-memo.ts';
export * from './ethereum/traces/call-tracer.ts';
export { addToBloom, type HashOnce, hashOnce } from './ethereum/trie/bloom.ts';
export * from './ethereum/contract-address.ts';
export { decodeEthereumBlock, decodeUncle } from './ethereum/codec/decode-block.ts';
export * from './ethereum/codec/decode-receipts.ts';
export * from './ethereum/codec/encode.ts';
export * from './ethereum/ethereum-error.ts';
export * from './ethereum/tokens/events.ts';
export * from './ethereum/fees.ts';
export * from './ethereum/traces/internal-transfers.ts';
export * from './ethereum/hash/keccak.ts';
export * from './ethereum/model.ts';
export * from './ethereum/tokens/movements.ts';
export { isFakeToken, isKnownToken, type TokenNames } from './ethereum/tokens/movements-spam.ts';
export * from './ethereum/traces/parity-traces.ts';
export * from './ethereum/rewards.ts';
export * from './ethereum/tokens/token-facts.ts';
export * from './ethereum/tokens/token-transfers.ts';
export * from './ethereum/traces/traces.ts';
export { decodeRlp } from './ethereum/codec/decode-rlp.ts';
export { readSignedTransaction, type SignedTransaction } from './ethereum/hash/recover-sender.ts';
export { encodeRlp, type RlpItem, rlpNumber } from './ethereum/trie/rlp.ts';
export { deriveRoot, trieProofs } from './ethereum/trie/trie.ts';
export { provenValue } from './ethereum/trie/trie-proof.ts';
export * from './ethereum/verify.ts';
export * from './hashing.ts';
