import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../lib/api/query-client.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const services = createServices();
const router = createAppRouter(services.session);
createRoot(container).render(
  <StrictMode>
    <App services={services} queries={createQueryClient()} router={router} />
  </StrictMode>,
);
