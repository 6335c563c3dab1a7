/** Components loaded when the palette or the shortcuts are first opened. */
export { KeysDialog } from './components/KeysDialog.tsx';
export { Palette } from './components/Palette.tsx';
