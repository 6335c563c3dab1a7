import { type ThemeConfig, theme as antTheme } from 'antd';
import type { ThemeName } from '../../lib/theme-store.ts';
import type { Palette } from './palette.ts';

function colors(p: Palette, dark: boolean): NonNullable<ThemeConfig['token']> {
  return {
    colorPrimary: p('accent'),
    colorInfo: p('accent'),
    colorLink: p('accent-text'),
    colorLinkHover: p('accent-hover'),
    colorLinkActive: p('accent-active'),
    colorPrimaryHover: p('accent-hover'),
    colorPrimaryActive: p('accent-active'),
    colorPrimaryBg: p('accent-tint'),
    colorPrimaryBgHover: p('accent-tint'),
    colorPrimaryBorder: p('accent-line'),
    colorTextLightSolid: dark ? p('text-1') : p('bg-1'),
    colorSuccess: p('success'),
    colorWarning: p('warning'),
    colorError: p('error'),
    colorErrorBg: p('risk-high-tint'),
    colorErrorBorder: p('risk-high-line'),
    colorWarningBg: p('risk-medium-tint'),
    colorWarningBorder: p('risk-medium-line'),
    colorSuccessBg: p('risk-low-tint'),
    colorSuccessBorder: p('risk-low-line'),
    colorBgBase: p('bg-base'),
    colorTextBase: p('text-1'),
    colorBgLayout: p('bg-base'),
    colorBgContainer: p('bg-1'),
    colorBgElevated: p('bg-overlay'),
    colorBgSpotlight: dark ? p('bg-3') : p('text-1'),
    colorBgMask: p('mask'),
    colorBgContainerDisabled: p('bg-2'),
    colorText: p('text-1'),
    colorTextHeading: p('text-1'),
    colorTextSecondary: p('text-2'),
    colorTextLabel: p('text-2'),
    colorTextDescription: p('text-3'),
    colorTextTertiary: p('text-3'),
    colorTextPlaceholder: p('text-3'),
    colorTextQuaternary: p('text-off'),
    colorTextDisabled: p('text-off'),
    colorIcon: p('text-2'),
    colorIconHover: p('text-1'),
    colorBorder: p('line-control'),
    colorBorderSecondary: p('line'),
    colorSplit: p('line-subtle'),
    colorBorderDisabled: p('line'),
    colorFill: p('bg-3'),
    colorFillSecondary: p('bg-3'),
    colorFillTertiary: p('bg-2'),
    colorFillQuaternary: p('hover'),
    controlItemBgHover: p('hover'),
    controlItemBgActive: p('selected'),
    controlItemBgActiveHover: p('selected'),
    controlOutline: p('accent'),
    boxShadow: p('shadow'),
    boxShadowSecondary: p('shadow'),
    boxShadowTertiary: 'none',
  };
}

const measures: NonNullable<ThemeConfig['token']> = {
  fontFamily: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyCode: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace',
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusXS: 4,
  borderRadiusSM: 4,
  borderRadiusLG: 8,
  controlHeight: 32,
  controlHeightSM: 28,
  controlHeightLG: 40,
  controlOutlineWidth: 1,
  lineWidthFocus: 2,
  padding: 16,
  paddingSM: 12,
  paddingXS: 8,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.14s',
  motionDurationSlow: '0.22s',
  motionEaseOut: 'cubic-bezier(.2,0,0,1)',
  motionEaseInOut: 'cubic-bezier(.2,0,0,1)',
  zIndexPopupBase: 1000,
  wireframe: false,
};

function components(p: Palette, dark: boolean): NonNullable<ThemeConfig['components']> {
  return {
    Button: {
      fontWeight: 500,
      contentFontSize: 13,
      contentFontSizeSM: 13,
      paddingInlineSM: 9,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      primaryColor: p('on-accent'),
      defaultBg: dark ? p('bg-2') : p('bg-1'),
      defaultBorderColor: p('line-strong'),
      defaultColor: p('text-1'),
      defaultHoverBg: p('bg-3'),
      defaultHoverBorderColor: p('line-control'),
      defaultHoverColor: p('text-1'),
      textHoverBg: p('hover'),
      paddingInline: 12,
    },
    Input: {
      activeBorderColor: p('accent'),
      hoverBorderColor: p('text-3'),
      activeShadow: `0 0 0 1px ${p('accent')}`,
      paddingInline: 10,
      inputFontSize: 13,
    },
    Select: {
      activeBorderColor: p('accent'),
      hoverBorderColor: p('text-3'),
      optionActiveBg: p('hover'),
      optionSelectedBg: p('selected'),
      optionSelectedFontWeight: 500,
      optionFontSize: 13,
      fontSize: 13,
    },
    Segmented: {
      fontSize: 13,
      trackBg: p('bg-sunken'),
      trackPadding: 2,
      itemColor: p('text-2'),
      itemSelectedBg: dark ? p('bg-3') : p('bg-1'),
      itemSelectedColor: p('text-1'),
    },
    Modal: { contentBg: p('bg-overlay'), headerBg: p('bg-overlay'), titleFontSize: 14 },
    Switch: { colorTextQuaternary: p('line-control'), colorTextTertiary: p('text-3') },
    Tooltip: { maxWidth: 480 },
    Message: { contentBg: p('bg-overlay') },
  };
}

/** The tokens of the design, as Ant Design takes them; `still` for people who asked for less motion. */
export function antThemeOf(
  name: ThemeName,
  palette: Palette,
  { still = false }: { still?: boolean } = {},
): ThemeConfig {
  const dark = name === 'dark';
  const base = dark ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm;
  const exact = colors(palette, dark);
  return {
    // The algorithms derive shades from seed colors and shift the seeds themselves; the design's values go last.
    algorithm: (seed) => ({ ...base(seed), ...exact }),
    zeroRuntime: false,
    token: { ...measures, ...exact, motion: !still },
    components: components(palette, dark),
  };
}
