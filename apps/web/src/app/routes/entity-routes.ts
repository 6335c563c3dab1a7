import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readChanges, readEntityExplorer } from '../search-params.ts';
import { home } from './home-route.ts';

const entities = () => import('./EntitiesRoute.tsx');

const explorer = createRoute({
  getParentRoute: () => home,
  path: '/blockham',
  validateSearch: readEntityExplorer,
  component: lazyRouteComponent(entities, 'EntitiesRoute'),
});

const changes = createRoute({
  getParentRoute: () => home,
  path: '/blockham/changes',
  validateSearch: readChanges,
  component: lazyRouteComponent(entities, 'EntityChangesRoute'),
});

/** The VASP Entity Explorer and proposed changes of the directory. */
export const entityRoutes = [explorer, changes] as const;
