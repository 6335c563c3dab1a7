import { Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import { Crash } from '../Crash.tsx';
import type { RouterContext } from './guards.ts';

/** Parent of all routes. */
export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, errorComponent: Crash });
