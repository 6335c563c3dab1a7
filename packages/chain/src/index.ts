export * from './amounts.ts';
export * from './bitcoin/address.ts';
export * from './bitcoin/bip34.ts';
export * from './bitcoin/block.ts';
export * from './bitcoin/checkpoints.ts';
export * from './bitcoin/coinbase.ts';
export * from './bitcoin/consensus.ts';
export { type DataProtocol, dataProtocol, type OmniMessage } from './bitcoin/data-protocols.ts';
export { opReturnData, printableText } from './bitcoin/data-text.ts';
export { decodeTransaction } from './bitcoin/decode-transaction.ts';
export * from './bitcoin/disassemble.ts';
export { encodeTransaction } from './bitcoin/encode-transaction.ts';
export * from './bitcoin/framing.ts';
export * from './bitcoin/merkle.ts';
export * from './bitcoin/merkle-proof.ts';
export * from './bitcoin/networks.ts';
export { bitsOfTarget, difficultyOfBits, targetOfBits, workOfBits } from './bitcoin/pow.ts';
export {
  addressKeyOfScript,
  classifyScript,
  isUnspendable,
} from './bitcoin/script.ts';
export {
  annexOf,
  isCoinbase,
  signalsRbf,
  type Transaction,
  type TxInput,
  type TxOutput,
} from './bitcoin/transaction.ts';
export * from './bitcoin/skim.ts';
export * from './bitcoin/verify.ts';
export { verifyWitnessCommitment } from './bitcoin/witness-commitment.ts';
export * from './bytes.ts';
export * from './errors.ts';
export type { AbiValue } from './ethereum/abi.ts';
export * from './ethereum/address.ts';
export * from './ethereum/call-tracer.ts';
export { addToBloom, type HashOnce, hashOnce } from './ethereum/bloom.ts';
export * from './ethereum/contract-address.ts';
export { decodeEthereumBlock, decodeUncle } from './ethereum/decode-block.ts';
export * from './ethereum/decode-receipts.ts';
export * from './ethereum/encode.ts';
export * from './ethereum/ethereum-error.ts';
export * from './ethereum/events.ts';
export * from './ethereum/fees.ts';
export * from './ethereum/internal-transfers.ts';
export * from './ethereum/keccak.ts';
export * from './ethereum/model.ts';
export * from './ethereum/movements.ts';
export { isFakeToken, type TokenNames } from './ethereum/movements-spam.ts';
export * from './ethereum/parity-traces.ts';
export * from './ethereum/rewards.ts';
export * from './ethereum/token-facts.ts';
export * from './ethereum/token-transfers.ts';
export * from './ethereum/traces.ts';
export { decodeRlp } from './ethereum/decode-rlp.ts';
export { readSignedTransaction, type SignedTransaction } from './ethereum/recover-sender.ts';
export { encodeRlp, type RlpItem, rlpNumber } from './ethereum/rlp.ts';
export { deriveRoot, trieProofs } from './ethereum/trie.ts';
export { provenValue } from './ethereum/trie-proof.ts';
export * from './ethereum/verify.ts';
export * from './hashing.ts';
