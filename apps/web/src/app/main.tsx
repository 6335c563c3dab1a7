import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode, useEffect, Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../lib/api/query-client.ts';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { SessionGate } from '../features/auth/components/SessionGate.tsx';
import { FormatsProvider } from '../lib/people/formats-context.tsx';
import { type Services, ServicesContext } from '../lib/services.ts';
import { ToastProvider } from '../ui/feedback/toast.tsx';
import { Crash } from './Crash.tsx';

/**
 * Catches errors outside the router's own boundaries, such as in the frame. A class, because React requires one for error
 * boundaries.
 */
class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}

type AppRouter = ReturnType<typeof createAppRouter>;

/**
 * The application, in American English for everybody. Guards run again whenever a session starts or ends, which also clears
 * cached answers.
 */
function App({ services, queries, router }: { services: Services; queries: QueryClient; router: AppRouter }) {
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

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const services = createServices();
const router = createAppRouter(services.session);
createRoot(container).render(
  <StrictMode>
    <App services={services} queries={createQueryClient()} router={router} />
  </StrictMode>,
);
