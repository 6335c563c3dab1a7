/** What a bundle says of itself; part of the format. */
export const readmeText = `Hopscope evidence bundle, format 1

This file holds a drawing of money that moved between addresses of Bitcoin and Ethereum, and what proves it.
It can be checked without the installation that made it, without a database and without a network:

  npm run verify-bundle -- <this file>.zip

What is in it

  manifest.json       the list of all files with their sizes and SHA-256; who made the bundle, when, of which
                      document, by which version of the application; blocks and directory version of that time;
                      everything that should be here and is not, with the reason
  document.json       the drawing, as FlowTrace exports it
  steps.jsonl         every step that made the drawing, each with the hash of the one before it
  transactions/       the transactions of the drawn transfers, byte by byte; of Ethereum with their receipts
  spent/              the Bitcoin transactions whose outputs those spend, without witnesses
  proofs/             what leads from each transaction to the header of its block, and the headers
  labels.json         why an address is called what it is called: source, date, confidence
  risk.json           records of the risk scores that the drawing shows

What the check says

  That each drawn transfer is what its transaction says, to the smallest unit; that each transaction has its hash
  and is in the block whose header is here; that Bitcoin headers have the work that they claim; that the steps,
  done one after the other, give the drawing; that nothing was changed, added or left out.

What no check without a network can say

  That the blocks are those of the chain that everybody follows: compare their hashes with a node of your own.
  That labels are true: they are what the named sources said. Balances and sums of addresses, which would need
  the whole chain. Who made the file: compare its SHA-256 with the audit log of the installation.

How the amounts of Bitcoin are divided

  A transaction does not say which input paid which output. Each output is split over the addresses that paid, in
  proportion to what their inputs held, in whole satoshis that add up to the output; what is left over by
  rounding goes to the largest remainders, of equal ones to the earlier input.
`;
