import {
  type CSSVariablesResolver,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { MAIN_ID } from './landmarks.ts';

const intoMain = { portalProps: { target: `#${MAIN_ID}` } };

// Heights and font sizes come from tokens.css, where phones make them large enough for a thumb.
const controlVars = (size: unknown) => {
  const name = typeof size === 'string' && /^(xs|sm|md|lg)$/.test(size) ? size : 'xs';
  return { height: `var(--control-${name})`, fz: `var(--control-fz-${name})` };
};

const inputVars = (_: unknown, props: { size?: unknown }) => {
  const { height, fz } = controlVars(props.size);
  return { wrapper: { '--input-height': height, '--input-fz': fz } };
};

const officeSize = { defaultProps: { size: 'xs' } };

// The page itself never scrolls, so it needs no scroll lock, which would also write a style tag.
const drawerProps = { lockScroll: false, transitionProps: { duration: 0 } };
const dialogProps = { ...drawerProps, centered: true, size: 480, radius: 12 };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  fontFamily: "'IBM Plex Sans Variable', system-ui, sans-serif",
  headings: { fontFamily: 'inherit', fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  black: '#1c2530',
  colors: {
    brand: [
      '#eef5fd',
      '#dbe9fa',
      '#b8d3f4',
      '#8cb7ec',
      '#609ae1',
      '#3d7fd2',
      '#2765b8',
      '#1f559f',
      '#1a4785',
      '#14376a',
    ],
    red: [
      '#fdeded',
      '#f9d5d5',
      '#f1abab',
      '#e98080',
      '#e05c5c',
      '#d94545',
      '#c22e2e',
      '#a71d1d',
      '#8d1919',
      '#741515',
    ],
    gray: [
      '#f7f9fb',
      '#f0f3f6',
      '#e3e8ed',
      '#d2d9e1',
      '#b5bfca',
      '#8b97a5',
      '#677381',
      '#515c69',
      '#38424e',
      '#1c2530',
    ],
    dark: [
      '#e4e9ef',
      '#c5cdd6',
      '#a3aebb',
      '#7d8997',
      '#414c59',
      '#313b47',
      '#262f3a',
      '#1b222b',
      '#151b23',
      '#0f141a',
    ],
  },
  components: {
    Input: { defaultProps: { size: 'xs' }, vars: inputVars },
    InputWrapper: {
      defaultProps: { size: 'xs', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    TextInput: officeSize,
    Textarea: officeSize,
    PasswordInput: officeSize,
    NumberInput: officeSize,
    NativeSelect: officeSize,
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right', allowDeselect: false } },
    MultiSelect: officeSize,
    Autocomplete: officeSize,
    Combobox: { defaultProps: intoMain },
    Popover: { defaultProps: intoMain },
    HoverCard: { defaultProps: intoMain },
    Menu: {
      defaultProps: { ...intoMain, withInitialFocusPlaceholder: false, transitionProps: { duration: 80 } },
    },
    // The default button is an outline; each view chooses its one filled button.
    Button: {
      defaultProps: { size: 'xs', variant: 'default' },
      vars: (_: unknown, props: { size?: unknown }) => {
        const { height, fz } = controlVars(props.size);
        return { root: { '--button-height': height, '--button-fz': fz, '--button-padding-x': '13px' } };
      },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': 'var(--icon-button)' } }),
    },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Modal: { defaultProps: dialogProps },
    ModalRoot: { defaultProps: dialogProps },
    Drawer: { defaultProps: drawerProps },
    DrawerRoot: { defaultProps: drawerProps },
    Switch: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Pagination: { defaultProps: { size: 'sm' } },
    Badge: { styles: { root: { textTransform: 'none' } } },
  },
});

const tokenVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--sheet)',
    '--mantine-color-dimmed': 'var(--ink2)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-default': 'var(--sheet)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-disabled': 'var(--mute-bg)',
    '--mantine-color-disabled-color': 'var(--mute-fg)',
    '--mantine-color-disabled-border': 'var(--line)',
  },
  light: {
    '--mantine-color-error': '#b42323',
    '--mantine-color-placeholder': '#677381',
    '--mantine-color-default-border': '#ccd4dd',
    '--mantine-color-brand-light-color': '#1f559f',
    '--mantine-color-red-light-color': '#a71d1d',
  },
  dark: {
    '--mantine-color-error': '#ff9d9d',
    '--mantine-color-placeholder': '#95a1ae',
    '--mantine-color-default-border': '#3d4855',
    '--mantine-color-brand-light': '#1f3552',
    '--mantine-color-brand-light-color': '#b8d3f4',
    '--mantine-color-red-light-color': '#ffb3b3',
  },
});

const withoutOverridden = (all: Record<string, string>, shared: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !(name in shared)));

/** All variables of the theme as text of a style sheet. */
export const themeCss = () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const base = defaultCssVariablesResolver(merged);
  const own = tokenVariables(merged);
  return convertCssVariables({
    variables: { ...base.variables, ...own.variables },
    light: { ...withoutOverridden(base.light, own.variables), ...own.light },
    dark: { ...withoutOverridden(base.dark, own.variables), ...own.dark },
  });
};

let isAdopted = false;

/** A constructed sheet instead of Mantine's style tag: the content security policy allows no inline style. */
export const adoptTheme = () => {
  if (isAdopted) return;
  isAdopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeCss());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
