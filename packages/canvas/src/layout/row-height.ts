/** Distance of rows in a layout, in world pixels: names and scores of nodes don't touch. */
export const layoutRow = 96;
