import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { SessionGate } from '../features/auth/components/SessionGate.tsx';
import { FormatsProvider } from '../lib/people/formats-context.tsx';
import { type Services, ServicesContext } from '../lib/services.ts';
import { ToastProvider } from '../ui/feedback/toast.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import type { createAppRouter } from './router.tsx';

type AppRouter = ReturnType<typeof createAppRouter>;

/**
 * The application, in American English for everybody. Guards run again whenever a session starts or ends, which also clears
 * cached answers.
 */
export function App({
  services,
  queries,
  router,
}: {
  services: Services;
  queries: QueryClient;
  router: AppRouter;
}) {
  const { session } = services;
  useEffect(() => {
    return session.subscribe(() => {
      if (session.state().status === 'signed-out') queries.clear();
      void router.invalidate();
    });
  }, [session, queries, router]);

  return (
    <I18nProvider locale="en-US">
      <ServicesContext value={services}>
        <QueryClientProvider client={queries}>
          <FormatsProvider>
            <ToastProvider>
              <CrashBoundary>
                <SessionGate>
                  <RouterProvider router={router} />
                </SessionGate>
              </CrashBoundary>
            </ToastProvider>
          </FormatsProvider>
        </QueryClientProvider>
      </ServicesContext>
    </I18nProvider>
  );
}
