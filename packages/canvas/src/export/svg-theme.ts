import type { RiskBand } from '@hopscope/domain';

export interface SvgTheme {
  readonly background: string;
  readonly surface: string;
  readonly border: string;
  readonly edge: string;
  readonly text: string;
  readonly faint: string;
  readonly accent: string;
  readonly risk: Readonly<Record<RiskBand, string>>;
}

/** Colors of the page, by its tokens. */
export const svgThemes: Readonly<Record<'dark' | 'light', SvgTheme>> = {
  dark: {
    background: '#0b0e14',
    surface: '#161b25',
    border: '#394356',
    edge: '#616d83',
    text: '#e8ebf1',
    faint: '#8792a5',
    accent: '#5ab2f8',
    risk: { high: '#ff7b74', medium: '#eeb44a', low: '#5cc98b', unknown: '#9aa5b6' },
  },
  light: {
    background: '#ffffff',
    surface: '#f7f8fa',
    border: '#b9c1cc',
    edge: '#868f9e',
    text: '#12161e',
    faint: '#5f6a7b',
    accent: '#0b63b8',
    risk: { high: '#b4232a', medium: '#855200', low: '#17703f', unknown: '#5f6a7b' },
  },
};
