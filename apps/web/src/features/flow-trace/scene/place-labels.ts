/** A rectangle that a label would cover. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LabelRoom {
  /** Occupies a box without asking. */
  occupy: (box: LabelBox) => void;
  /** Occupies boxes if none of them overlaps an occupied one; returns whether it did. */
  take: (...boxes: readonly LabelBox[]) => boolean;
}

/** Side of a cell of the index; labels are about as wide. */
const cell = 96;

/** Creates a room in which labels find a place without covering each other. */
export function createLabelRoom(): LabelRoom {
  const cells = new Map<string, LabelBox[]>();

  function* keysOf({ x, y, width, height }: LabelBox): Generator<string> {
    for (let i = Math.floor(x / cell); i <= Math.floor((x + width) / cell); i++)
      for (let j = Math.floor(y / cell); j <= Math.floor((y + height) / cell); j++) yield `${i} ${j}`;
  }

  function occupy(box: LabelBox): void {
    for (const key of keysOf(box)) {
      const inside = cells.get(key);
      if (inside) inside.push(box);
      else cells.set(key, [box]);
    }
  }

  function isFree(box: LabelBox): boolean {
    for (const key of keysOf(box))
      for (const other of cells.get(key) ?? [])
        if (
          other.x < box.x + box.width &&
          other.x + other.width > box.x &&
          other.y < box.y + box.height &&
          other.y + other.height > box.y
        )
          return false;
    return true;
  }

  return {
    occupy,
    take(...boxes) {
      if (!boxes.every(isFree)) return false;
      boxes.forEach(occupy);
      return true;
    },
  };
}
