import type { RenderEdge } from '../model/render-model.ts';
import { colorNumber, type SceneColors } from './scene-colors.ts';

/** Widths of the smallest and largest amount, in world pixels. */
const thinnest = 1.5;
const thickest = 8;

export interface EdgeStyle {
  readonly color: number;
  /** World pixels, in steps of a half. */
  readonly width: number;
  /** 0 to 1. */
  readonly alpha: number;
  /** Conversions. */
  readonly dashed: boolean;
}

/**
 * Returns how an edge is drawn: its width shows the amount, its color the traced share or, without a trace, the risk of its
 * ends. A color that a person chose has priority.
 */
export function edgeStyle(
  { weight, share, risk, color, id, became }: RenderEdge,
  strong: ReadonlySet<string>,
  colors: SceneColors,
): EdgeStyle {
  const traced = share !== null && share > 0;
  const width = Math.round((thinnest + (thickest - thinnest) * weight) * 2) / 2;
  // Edges without traced money are dimmed.
  const alpha = share === 0 ? 0.35 : traced ? 0.45 + 0.55 * share : strong.has(id) ? 1 : 0.85;
  const line = { width, alpha, dashed: became !== null };
  if (color !== null) return { ...line, color: colorNumber(color) };
  if (traced) return { ...line, color: colors.high };
  if (strong.has(id)) return { ...line, color: colors.accent };
  return { ...line, color: risk === null ? colors.edge : colors[risk] };
}
