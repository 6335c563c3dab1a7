/**
 * Returns the graph that every library draws: columns of addresses in FlowTrace's layout, twice as many transfers as
 * nodes.
 */
export function graphOf(count) {
  const across = Math.max(2, Math.round(Math.sqrt((count * 1.6 * 80) / 220)));
  const rows = Math.ceil(count / across);
  const nodes = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    x: Math.floor(i / rows) * 220,
    y: (i % rows) * 80,
    label: `bc1q${(i * 7919).toString(36).padStart(4, '0')}`,
    risk: i % 101,
  }));
  // Each is paid by two in the column before it.
  const edges = nodes.flatMap(({ id }, i) =>
    [3, 11]
      .map((step) => i - rows + ((i * step) % 7) - 3)
      .filter((from, k, all) => from >= 0 && from < i && all.indexOf(from) === k)
      .map((from) => ({ id: `${from}-${id}`, from: `n${from}`, to: id, label: `${(i % 97) + 1}.5 BTC` })),
  );
  const width = (Math.ceil(count / rows) - 1) * 220;
  const height = (rows - 1) * 80;
  return { nodes, edges, width, height };
}
