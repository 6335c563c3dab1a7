/** Text of the README in a bundle; part of the format. */
export const readmeText = `Hopscope evidence bundle, format 1

This bundle contains a drawing of transfers between Bitcoin and Ethereum addresses, and the evidence for it. You can
verify it without the installation that created it, without a database, and without a network:

  npm run verify-bundle -- <this file>.zip

Contents

  manifest.json       all files with sizes and SHA-256; the author, time, document, and application version of the
                      bundle; blocks and directory release at that time; missing items with the reason
  document.json       the drawing in the FlowTrace export format
  steps.jsonl         the steps that created the drawing, each with the hash of the previous step
  transactions/       the exact bytes of the transactions of drawn transfers; on Ethereum with their receipts
  spent/              the Bitcoin transactions whose outputs they spend, without witnesses
  proofs/             inclusion proofs of the transactions, and block headers
  labels.json         attributions of addresses with source, date, and confidence
  risk.json           records of the risk scores in the drawing

What verification proves

  Each drawn transfer matches its transaction to the smallest unit. Each transaction has its hash and is in the block
  of the included header. Bitcoin headers have the proof of work that they claim. The steps, applied in order, result
  in the drawing. Nothing was changed, added, or omitted.

What verification cannot prove without a network

  That the blocks belong to the accepted chain: compare their hashes with your own node. That attributions are
  correct: they are statements of the named sources. Balances and totals of addresses, which need the whole chain.
  Who created the bundle: compare its SHA-256 with the audit log of the installation.

How Bitcoin amounts are divided

  A transaction does not record which input paid which output. Each output is divided among the input addresses in
  proportion to their input amounts, in whole satoshis that add up to the output. The remainder from rounding goes to
  the largest fractions, and at equal fractions to the earlier input.
`;
