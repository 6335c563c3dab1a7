import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { referenceCss, referenceLogo } from './reference-look.ts';
import { apiBase } from '@hopscope/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Context } from '../context.ts';
import { apiKeyRoutes } from '../contexts/identity/api-keys/api-keys.routes.ts';
import { alertRoutes } from '../contexts/compliance/alerts/alerts.routes.ts';
import { auditRoutes } from '../contexts/identity/audit/audit.routes.ts';
import { authRoutes } from '../contexts/identity/auth/auth.routes.ts';
import { securityRoutes } from '../contexts/identity/auth/factors/security.routes.ts';
import { addressRoutes } from '../contexts/explorer/addresses/addresses.routes.ts';
import { blockchainRoutes } from '../contexts/explorer/blocks/blockchain.routes.ts';
import { transactionPartRoutes } from '../contexts/explorer/blocks/transaction-parts.routes.ts';
import { caseRoutes } from '../contexts/compliance/cases/cases.routes.ts';
import {
  clusterRoutes,
  priceRoutes,
  entityActivityRoutes,
  relationRoutes,
  searchRoutes,
} from '../contexts/explorer/explorer.routes.ts';
import { reportRoutes } from '../contexts/risk/reports/report.routes.ts';
import { riskRoutes } from '../contexts/risk/risk.routes.ts';
import { complianceRoutes } from '../contexts/compliance/transactions/compliance.routes.ts';
import { contactSalesRoutes } from '../contexts/identity/contact-sales/contact-sales.routes.ts';
import { demoRoutes } from '../demo/demo.routes.ts';
import { directoryChangeRoutes, directoryRoutes } from '../contexts/directory/records/directory.routes.ts';
import { directoryUpdateRoutes } from '../contexts/directory/update/directory-update.routes.ts';
import { evidenceRoutes } from '../contexts/tracing/evidence/evidence.routes.ts';
import { feedRoutes } from '../contexts/explorer/feeds/feeds.routes.ts';
import { flowDocumentRoutes } from '../contexts/tracing/documents/flow-documents.routes.ts';
import { healthRoutes, streamRoutes } from '../contexts/operations/operations.routes.ts';
import { mailRoutes } from '../contexts/identity/mail/mail.routes.ts';
import { logoRoutes } from '../contexts/directory/logos/logos.routes.ts';
import { monitoringRoutes } from '../contexts/compliance/watchlist/monitoring.routes.ts';
import { noteRoutes } from '../contexts/identity/notes/notes.routes.ts';
import {
  invitationRoutes,
  organizationRoutes,
} from '../contexts/identity/organizations/organizations.routes.ts';
import { peopleRoutes } from '../contexts/identity/people/people.routes.ts';
import { provisioningRoutes } from '../contexts/identity/provisioning/provisioning.routes.ts';
import { screeningRoutes } from '../contexts/compliance/checks/checks.routes.ts';
import { sarRoutes } from '../contexts/compliance/sars/sars.routes.ts';
import { tracingRoutes } from '../contexts/tracing/graph/tracing.routes.ts';
import { travelRuleRoutes } from '../contexts/compliance/travel-rule/travel-rule.routes.ts';
import { webhookRoutes } from '../contexts/compliance/webhooks/webhooks.routes.ts';
import { AppError } from '../lib/app-error.ts';
import { createAccessCheck } from './access.ts';
import { subscriptionRoutes } from '../contexts/identity/subscriptions/subscriptions.routes.ts';
import { requestOfLog } from './log-request.ts';
import { serveTravelIdentity } from './travel-identity.ts';
import { serveSecurityText } from './security-text.ts';
import { serveMetrics } from './metrics-page.ts';
import { noSuchCall, type Pages, serveDocs, serveWeb } from './pages.ts';
import { sendProblem } from './problems.ts';
import { compressResponses } from './compress.ts';
import { describeCall } from './openapi.ts';
import { createRouter } from './router.ts';
import { createSerializers } from './serialize.ts';

const bodyLimit = 1024 * 1024;

/** All content comes from this server; libraries of the page set styles of elements. */
const contentSecurity = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Browser features that no page uses. */
const permissions =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

function setHeaders(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  void reply.headers({
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
    'permissions-policy': permissions,
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentSecurity,
    'cross-origin-opener-policy': 'same-origin',
  });
  if (request.url.startsWith(apiBase) && !reply.hasHeader('cache-control')) {
    void reply.header('cache-control', 'no-store');
  }
}

/** Refuses what people and programs ask of a process that only works; it tells how it is. */
async function refuseRequests({ url }: FastifyRequest): Promise<void> {
  if (!/^(?:\/metrics|\/api\/v1\/health(?:\/\w+)?)(?:\?|$)/.test(url))
    throw new AppError('unavailable', 'This server process answers no requests (MODE=worker)');
}

/**
 * Creates the HTTP server over a context: the API below `/api/v1`, the documentation below `/docs`, the web application on
 * all other paths. Doesn't listen yet.
 */
export async function createApp(context: Context, pages: Pages = {}): Promise<FastifyInstance> {
  const verbose = context.config.logLevel === 'debug' || context.config.logLevel === 'trace';
  const isSecure = context.config.publicUrl?.startsWith('https:') ?? false;
  const logger: FastifyBaseLogger = context.logger.child({}, { serializers: { req: requestOfLog } });
  const app = fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    bodyLimit,
    requestTimeout: 60_000,
    trustProxy: context.config.trustProxy ?? false,
    routerOptions: { maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: !verbose }),
    // Handles requests that no route can match, such as those with an invalid % escape: hooks and the error handler aren't
    // called for them.
    frameworkErrors(error, request, reply) {
      setHeaders(request, reply, isSecure);
      sendProblem(error, request, reply);
    },
  });
  context.telemetry?.traceRequests(app);
  if (context.config.mode === 'worker') app.addHook('onRequest', refuseRequests);
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/scim+json', { parseAs: 'string' }, parseJson);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(createSerializers(logger));
  app.setErrorHandler(sendProblem);
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply, isSecure));
  // Streams never end on their own, so the server would wait for them.
  app.addHook('preClose', async () => {
    context.flowLive.close();
    await context.stream.close();
  });
  serveMetrics(app, context);
  serveSecurityText(app, context);
  serveTravelIdentity(app, context);
  await app.register(cookie);
  compressResponses(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hopscope',
        version: context.version,
        description: 'Bitcoin and Ethereum analytics and compliance',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: describeCall,
  });
  await app.register(
    async (api) => {
      const router = createRouter(api, createAccessCheck(context));
      authRoutes(router, context);
      securityRoutes(router, context);
      peopleRoutes(router, context);
      mailRoutes(router, context);
      blockchainRoutes(router, context);
      addressRoutes(router, context);
      transactionPartRoutes(router, context);
      searchRoutes(router, context);
      clusterRoutes(router, context);
      relationRoutes(router, context);
      entityActivityRoutes(router, context);
      riskRoutes(router, context);
      tracingRoutes(router, context);
      flowDocumentRoutes(router, context);
      evidenceRoutes(router, context);
      reportRoutes(router, context);
      healthRoutes(router, context);
      auditRoutes(router, context);
      apiKeyRoutes(router, context);
      organizationRoutes(router, context);
      invitationRoutes(router, context);
      provisioningRoutes(router, context);
      monitoringRoutes(router, context);
      complianceRoutes(router, context);
      caseRoutes(router, context);
      screeningRoutes(router, context);
      sarRoutes(router, context);
      alertRoutes(router, context);
      travelRuleRoutes(router, context);
      webhookRoutes(router, context);
      noteRoutes(router, context);
      subscriptionRoutes(router, context);
      contactSalesRoutes(router, context);
      demoRoutes(router, context);
      directoryRoutes(router, context);
      directoryChangeRoutes(router, context);
      directoryUpdateRoutes(router, context);
      logoRoutes(router, context);
      priceRoutes(router, context);
      feedRoutes(router, context);
      streamRoutes(router, context);
      router.assertComplete();
      api.addHook('onClose', () => router.close());
      api.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
        reply.type('application/json').serializer(JSON.stringify).send(app.swagger()),
      );
      api.setNotFoundHandler((request) => {
        throw noSuchCall(request);
      });
    },
    { prefix: apiBase },
  );
  await app.register(swaggerUi, {
    routePrefix: `${apiBase}/docs`,
    uiConfig: { validatorUrl: null },
    logo: { type: 'image/svg+xml', content: referenceLogo, href: '/', target: '_self' },
    theme: { title: 'Hopscope API', css: [{ filename: 'look.css', content: referenceCss }] },
  });
  await serveDocs(app, pages.docsRoot);
  await serveWeb(app, pages.webRoot);
  return app;
}
