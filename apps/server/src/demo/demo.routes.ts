import { demoSignIn, getDemoStories } from '@hopscope/contract';
import { notFound } from '../lib/app-error.ts';
import type { Context } from '../context.ts';
import type { Router } from '../http/router.ts';

export function demoRoutes({ route }: Router, context: Context): void {
  route(demoSignIn, async ({ body, origin }) => ({
    data: await context.demoSignIn.signIn(body.role, origin),
  }));
  route(getDemoStories, async () => {
    const { stories } = context.sources;
    if (!stories) throw notFound('Stories are available on the demo network only');
    return { data: { stories: [...stories()] } };
  });
}
