/** What is loaded when somebody first asks for the palette or the keys. */
export { KeysDialog } from './components/KeysDialog.tsx';
export { Palette } from './components/Palette.tsx';
