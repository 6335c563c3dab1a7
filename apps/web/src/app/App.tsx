import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ConfigProvider } from 'antd';
import { useEffect, useMemo } from 'react';
import { SessionGate } from '../features/auth/components/SessionGate.tsx';
import { FormatsProvider } from '../lib/people/formats-context.tsx';
import { type Services, ServicesContext, useThemeName } from '../lib/services.ts';
import { useReducedMotion } from '../lib/use-media.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import type { createAppRouter } from './router.tsx';
import { antThemeOf } from './theme/ant-theme.ts';
import { readPalette } from './theme/palette.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

function Themed({ router }: { router: AppRouter }) {
  const name = useThemeName();
  const still = useReducedMotion();
  const theme = useMemo(() => antThemeOf(name, readPalette(document.body), { still }), [name, still]);
  return (
    <ConfigProvider theme={theme} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      <ToastProvider>
        <CrashBoundary>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </CrashBoundary>
      </ToastProvider>
    </ConfigProvider>
  );
}

/** The whole application; guards run again whenever a session starts or ends, and its cached answers go with it. */
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
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        <FormatsProvider>
          <Themed router={router} />
        </FormatsProvider>
      </QueryClientProvider>
    </ServicesContext>
  );
}
