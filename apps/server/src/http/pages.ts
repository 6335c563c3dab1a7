import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiBase } from '@hopscope/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, notFound } from '../lib/app-error.ts';

/** Folders of content for browsers; without one, the server responds as if that part didn't exist. */
export interface Pages {
  /** Folder of the built web application. */
  webRoot?: string | undefined;
  /** Folder in which the documentation site is built; it may appear later. */
  docsRoot?: string | undefined;
}

/** Sets caching headers. Files below `assets` are named by their content and never change. */
function setCaching(reply: FastifyReply, path: string): void {
  const named = path.includes('/assets/');
  void reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** Shown while the site is being built after the start. */
const beingBuilt = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="5">
    <meta name="color-scheme" content="light dark">
    <title>Documentation · Hopscope</title>
    <style>body { max-width: 40rem; margin: 15vh auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif }</style>
  </head>
  <body>
    <h1>The documentation is being built</h1>
    <p>After a start with changed files, this usually takes less than a minute. The page reloads by itself.</p>
    <p>The same pages are Markdown files in the folder <code>docs</code> of the installation. If the site does not appear, check the output of <code>npm start</code>, or run <code>npm run docs:build</code>.</p>
    <p><a href="/">Open Hopscope</a></p>
  </body>
</html>
`;

/**
 * Serves the documentation site below `/docs` from the folder in which it is built. The folder may appear or be replaced at
 * any time; until it exists, every page responds with 503 and a message. Call it before `serveWeb`, whose plugin adds the
 * same functions to all responses.
 */
export async function serveDocs(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  await app.register(
    async (docs) => {
      docs.addHook('onRequest', async (_request, reply) => {
        if (existsSync(join(folder, 'index.html'))) return undefined;
        return reply
          .code(503)
          .headers({ 'cache-control': 'no-store', 'retry-after': '5' })
          .type('text/html')
          .send(beingBuilt);
      });
      docs.get('', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/'));
      docs.setNotFoundHandler(async (_request, reply) =>
        reply.code(404).header('cache-control', 'no-cache').sendFile('404.html', folder),
      );
      await docs.register(fastifyStatic, {
        root: folder,
        suppressWarning: true,
        extensions: ['html'],
        redirect: true,
        preCompressed: true,
        setHeaders: setCaching,
      });
    },
    { prefix: '/docs' },
  );
}

/** Returns the 404 error of a request for which there is no call and no page. */
export function noSuchCall({ method, url }: FastifyRequest): AppError {
  return notFound(`There is no ${method} ${url.split('?', 1)[0]}`);
}

const isOfApi = (url: string): boolean =>
  url.startsWith(apiBase) && /^([/?]|$)/.test(url.slice(apiBase.length));

/** Serves the built web application; unknown paths get its index, whose router decides. */
export async function serveWeb(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  if (webRoot === undefined || !existsSync(join(webRoot, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: webRoot,
    // The build has compressed copies; browsers can also request gzip, which is compressed on the fly.
    preCompressed: true,
    setHeaders: setCaching,
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || isOfApi(request.url)) throw noSuchCall(request);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
