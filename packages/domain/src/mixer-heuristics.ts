/**
 * How a withdrawal from a mixer of fixed amounts is linked to deposits, by mistakes of its users (Béres et al., Blockchain is
 * Watching You, 2021; Wu et al., Tutela, 2022). `same_account`: the recipient, or who sent the withdrawal without a relayer, made
 * a deposit. `linked_account`: an account that made a deposit and the recipient paid each other outside of the mixer; only for
 * recipients whose first movement was a withdrawal and with few contacts, because accounts in use pay others who use the mixer,
 * too. `same_counts`: only this account made as many deposits into each pool as the recipient withdrew from each, before, and
 * within no more blocks.
 */
export const mixerHeuristics = ['same_account', 'linked_account', 'same_counts'] as const;
export type MixerHeuristic = (typeof mixerHeuristics)[number];
