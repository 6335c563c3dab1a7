/** The frame behind the login and the page that most people see first; other pages come when they are opened. */
export { Shell } from '../shell/Shell.tsx';
export { ExplorerRoute } from './explorer/ExplorerRoute.tsx';
