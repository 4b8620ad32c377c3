import { Anchor, type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Shades with enough contrast for small text, and the fonts that the machine has. */
export const theme = createTheme({
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  components: { Anchor: Anchor.extend({ defaultProps: { inherit: true } }) },
});

export const colors: CSSVariablesResolver = ({ colors: { gray, red, blue } }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[7],
    '--mantine-color-error': red[9],
  },
  dark: {
    '--mantine-color-dimmed': gray[5],
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-error': red[4],
    '--mantine-color-anchor': blue[3],
  },
});
