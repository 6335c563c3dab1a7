/** Value of a color token. */
export type Palette = (token: string) => string;

/** The tokens of the theme that the body has now: Ant Design computes with values and cannot take `var()`. */
export function readPalette(body: HTMLElement): Palette {
  const style = getComputedStyle(body);
  return (token) => {
    const value = style.getPropertyValue(`--${token}`).trim();
    if (value === '') throw new Error(`tokens.css has no --${token}`);
    return value;
  };
}
