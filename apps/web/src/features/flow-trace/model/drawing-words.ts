import type { ToolState } from '@hopscope/canvas';

/** What is told of a shape that is being drawn by keys: where its end is from its beginning; null: none is. */
export function drawingWords({ tool, action }: ToolState): string | null {
  if (action?.doing !== 'draw' || !action.keys) return null;
  const [x, y] = [action.to.x - action.from.x, action.to.y - action.from.y];
  const across = `${Math.abs(x)} ${x < 0 ? 'left' : 'right'}`;
  const along = `${Math.abs(y)} ${y < 0 ? 'up' : 'down'}`;
  return `Drawing a ${tool}: its end is ${across} and ${along}. Enter keeps it, Escape does not.`;
}
