/** Texts of FlowTrace: fix some. */
export const flowTexts = {
  placeholder: 'Enter a Bitcoin or Ethereum address',
  tracing: 'Tracing address...',
  transactionsFailed: 'Error loading transactions',
  noPeelChain: 'No peel chain is drawn: it takes three steps that each peel a small part off.',
  noTransactions: 'No transactions',
  none: { in: 'No in transactions found', out: 'No out transactions found' },
} as const;

/** The tutorial. */
export const tutorial = [
  {
    title: 'Trace an address',
    text: 'Enter a Bitcoin or Ethereum address. It comes onto the canvas with its owner, its risk and its balance, as far as they are known.',
  },
  {
    title: 'Look at the details',
    text: 'Click an address, or press Enter on it: who it belongs to, what it received and sent, and its newest transactions.',
  },
  {
    title: 'Expand where it gets interesting',
    text: 'Tick transactions in the panel, or press E to choose among many by date, amount, asset and direction. The other sides come onto the canvas.',
  },
  {
    title: 'Read the lines',
    text: 'A line is all that went from one address to another, with the sum and the number of transfers. Switch to “Each UTXO” to see every transfer by itself.',
  },
  {
    title: 'Let it follow the money',
    text: 'Auto-trace goes on by itself until the money reaches a service, a mixer, an unspent output or your limits, and says why it stopped at each place.',
  },
  {
    title: 'Find the way from A to B',
    text: 'The path search looks for the shortest or the largest chain of transfers between two addresses, up to 12 hops.',
  },
  {
    title: 'Draw, write, arrange',
    text: 'Lines, boxes, circles and texts in nine colors; names and notes on addresses; layouts by hops or by time. Every action can be undone.',
  },
  {
    title: 'Keep it and hand it over',
    text: 'Your work is kept by itself. Export it as a file that opens again here with everything in it.',
  },
] as const;

/** Why money was not followed further, as people read it. */
export const stopTexts: Readonly<Record<string, string>> = {
  service: 'Reached a service',
  mixer: 'Reached a mixer',
  coinjoin: 'Went into a CoinJoin',
  bridge: 'Went over a bridge',
  swap: 'Was changed into another asset',
  unspent: 'Lies there unspent',
  returned: 'Came back to the start',
  fee: 'Paid as a fee',
  burnt: 'Destroyed',
  mined: 'Newly created coins',
  no_address: 'Went to a script without an address',
  hub: 'Too many transactions to follow',
  not_in_ledger: 'Not in the ledger',
  hops: 'As many hops as were asked',
  nodes: 'As many addresses as were asked',
  reads: 'As many look-ups as were asked',
  minimum: 'Less than was asked for',
  top: 'Not among the largest',
  dates: 'Outside of the days asked',
  not_drawn: 'Goes where nothing is drawn',
};

export function stopText(reason: string): string {
  return stopTexts[reason] ?? reason;
}
