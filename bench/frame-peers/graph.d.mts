export interface BenchGraph {
  nodes: { id: string; x: number; y: number; label: string; risk: number }[];
  edges: { id: string; from: string; to: string; label: string }[];
  width: number;
  height: number;
}
export function graphOf(count: number): BenchGraph;
