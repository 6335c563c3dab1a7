/** A place on the canvas, in pixels of the world at zoom 1; y grows downward. Fractions are allowed. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
