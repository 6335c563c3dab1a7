import { Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import { Crash } from '../Crash.tsx';
import type { RouterContext } from './guards.ts';

/** Everything hangs below it. */
export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, errorComponent: Crash });
