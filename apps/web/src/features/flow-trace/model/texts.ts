/** Texts of FlowTrace; some are specified by. */
export const flowTexts = {
  placeholder: 'Enter a Bitcoin or Ethereum address',
  tracing: 'Tracing address...',
  transactionsFailed: 'Error loading transactions',
  noPeelChain:
    'No peel chain on the canvas. A peel chain needs at least three steps that each split off a small amount.',
  noTransactions: 'No transactions',
  none: { in: 'No in transactions found', out: 'No out transactions found' },
} as const;

/** The tutorial. */
export const tutorial = [
  {
    title: 'Trace an address',
    text: 'Enter a Bitcoin or Ethereum address. It appears on the canvas with its owner, risk, and balance, if known.',
  },
  {
    title: 'Open the details',
    text: 'Click an address, or press Enter, to see its owner, amounts received and sent, and newest transactions.',
  },
  {
    title: 'Expand addresses',
    text: 'Select transactions in the panel, or press E to filter by date, amount, asset, and direction. Their counterparties appear on the canvas.',
  },
  {
    title: 'Read the lines',
    text: 'A line shows all transfers from one address to another with their total and number. Switch to “Individual” to see each transfer.',
  },
  {
    title: 'Run auto-trace',
    text: 'Auto-trace follows funds until they reach a service, a mixer, an unspent output, or your limits, and shows the reason at each endpoint.',
  },
  {
    title: 'Find a path from A to B',
    text: 'Path search finds the shortest or largest chain of transfers between two addresses, up to 12 hops.',
  },
  {
    title: 'Annotate and arrange',
    text: 'Add shapes and text in nine colors, names and notes on addresses, and arrange nodes by hops or time. You can undo every action.',
  },
  {
    title: 'Save and share',
    text: 'Your work is saved automatically. Export it as a file that you can import later.',
  },
] as const;
