/**
 * How a withdrawal from a mixer of fixed amounts is linked to deposits, by mistakes of its users (Béres et al., Blockchain is
 * Watching You, 2021; Wu et al., Tutela, 2022). `same_account`: the recipient, or who sent the withdrawal without a relayer, made
 * a deposit. `linked_account`: an account that made a deposit and the recipient paid each other outside of the mixer; only for
 * recipients whose first movement was a withdrawal and with few contacts, because accounts in use pay others who use the mixer,
 * too. `same_counts`: only this account made as many deposits into each pool as the recipient withdrew from each, before, and
 * within no more blocks. `same_gas_price`: only this account deposited at the unusual gas price of a withdrawal that no relayer
 * sent. `note_chain`: the recipient deposited again at once, and so did only this account before. `same_relayer`: the recipient and
 * others of the same relayer paid one account, and so did this account, or it is that account.
 */
export const mixerHeuristics = [
  'same_account',
  'linked_account',
  'same_counts',
  'same_gas_price',
  'note_chain',
  'same_relayer',
] as const;
export type MixerHeuristic = (typeof mixerHeuristics)[number];
