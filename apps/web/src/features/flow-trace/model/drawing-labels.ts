import type { ToolState } from '@hopscope/canvas';

/** Returns the announcement for a shape drawn by keyboard: end point relative to the start; null: no drawing. */
export function drawingWords({ tool, action }: ToolState): string | null {
  if (action?.doing !== 'draw' || !action.keys) return null;
  const [x, y] = [action.to.x - action.from.x, action.to.y - action.from.y];
  const across = `${Math.abs(x)} ${x < 0 ? 'left' : 'right'}`;
  const along = `${Math.abs(y)} ${y < 0 ? 'up' : 'down'}`;
  return `Drawing a ${tool}: end point ${across}, ${along}. Press Enter to finish, Escape to cancel.`;
}
