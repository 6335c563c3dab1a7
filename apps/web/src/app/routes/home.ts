/** The shell and the start page; other pages are loaded when opened. */
export { NotFound } from '../shell/NotFound.tsx';
export { Shell } from '../shell/Shell.tsx';
export { ExplorerRoute } from './explorer/ExplorerRoute.tsx';
