import { chownSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@hopscope/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { createPeopleApi } from '../support/api/people-api.ts';
import { start } from '../support/command.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';

const project = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Names of metrics that the sources declare, without the suffixes of histograms. */
function declaredMetrics(): Set<string> {
  const names = new Set(['hopscope_http_request_duration_seconds']);
  const text = read('apps/server/src/contexts/operations/metrics/metrics.service.ts');
  for (const [, name] of text.matchAll(/\b(?:gauge|counters?)\(\s*'([a-z_]+)'/g))
    names.add(`hopscope_${name}`);
  for (const [, name] of text.matchAll(/\bstandard\('([a-z_]+)'/g)) names.add(`process_${name}`);
  return names;
}

const withoutSuffix = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');
/** Names of metrics that an expression of Prometheus reads. */
const readMetrics = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:hopscope|process)_[a-z_]+/g)].map(([name]) => withoutSuffix(name));

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
});

describeWithDatabase('Alert rules and dashboards', (databases) => {
  test('read metrics that exist, with labels that they have', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.ask('/auth/providers');
    const output = (await api.app.inject({ url: '/metrics' })).body;
    const declared = declaredMetrics();
    const types = [...output.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((name) => !declared.has(name))).toEqual([]);

    const alerts = rules
      .parse(parse(read('deploy/prometheus/alerts.yml')))
      .groups.flatMap((group) => group.rules);
    const panels = globSync('deploy/grafana/dashboards/*.json', { cwd: project }).flatMap(
      (file) => dashboard.parse(JSON.parse(read(file))).panels,
    );
    const expressions = [
      ...alerts.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(alerts.length).toBeGreaterThan(10);
    expect(expressions.length).toBeGreaterThan(40);
    const used = expressions.flatMap(readMetrics);
    expect(used.filter((name) => !declared.has(name))).toEqual([]);
    // A job, queue, or status that an expression names is one that exists.
    for (const [, queue] of expressions.join('\n').matchAll(/queue="([a-z]+)"/g))
      expect(output).toContain(`hopscope_queue_length{queue="${queue}"}`);
    expect(output).toContain('hopscope_job_failures_total{job="back up"} 0');
  });
});

describe('The compose file', () => {
  const service = z.object({
    image: z.string(),
    privileged: z.never().optional(),
    security_opt: z.array(z.string()),
    environment: z.record(z.string(), z.string()).optional(),
    ports: z.array(z.string()).optional(),
    read_only: z.boolean().optional(),
    user: z.string().optional(),
  });
  const compose = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(read('deploy/compose.yaml')));

  test('starts every part with pinned versions and without new privileges; only the proxy is reachable', () => {
    expect(Object.keys(compose.services)).toEqual(['server', 'postgres', 'proxy', 'prometheus', 'grafana']);
    for (const [name, { image, security_opt, ports = [] }] of Object.entries(compose.services)) {
      expect(image, name).toMatch(name === 'server' ? /^hopscope:/ : /:v?\d/);
      expect(security_opt, name).toContain('no-new-privileges:true');
      if (name !== 'proxy')
        expect(
          ports.filter((port) => !port.startsWith('127.0.0.1:')),
          name,
        ).toEqual([]);
    }
    expect(compose.services['server']).toMatchObject({ read_only: true, user: '1000:1000' });
  });

  test('gives the server settings that it accepts', () => {
    const values: Record<string, string> = { METRICS_TOKEN: 'x'.repeat(48), DOMAIN: 'hopscope.example.org' };
    const given = compose.services['server']?.environment ?? {};
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, key: string, usual = 'x') => values[key] ?? usual),
      ]),
    );
    const { BACKUP_PASSPHRASE_FILE, ...rest } = env;
    expect(BACKUP_PASSPHRASE_FILE).toBe('/run/secrets/backup_passphrase');
    expect(readConfig(rest)).toMatchObject({
      publicUrl: 'https://hopscope.example.org',
      backup: { to: '/backups' },
      bitcoin: { source: 'off' },
    });
    // Every variable of the file is in the example, and the other way around.
    const files = ['deploy/compose.yaml', 'deploy/compose.several.yaml'].map(read).join('\n');
    const asked = new Set([...files.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const offered = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    asked.delete('HOPSCOPE_VERSION');
    expect(asked).toEqual(new Set(offered));
  });
});

describe('The compose file of several processes', () => {
  const several = parse(read('deploy/compose.several.yaml')).services;

  test('gives the processes that answer what the server has, but for its data and backups', () => {
    const server = parse(read('deploy/compose.yaml')).services.server;
    const { BACKUP_TO, BACKUP_PASSPHRASE_FILE, ...shared } = server.environment;
    expect([BACKUP_TO, BACKUP_PASSPHRASE_FILE]).toEqual(['/backups', '/run/secrets/backup_passphrase']);
    expect(several.api).toMatchObject({
      image: server.image,
      environment: { ...shared, MODE: 'api', TOKEN_SECRET: several.server.environment.TOKEN_SECRET },
      read_only: true,
      user: server.user,
      cap_drop: server.cap_drop,
      security_opt: server.security_opt,
    });
    expect(several.server.environment.MODE).toBe('worker');
    expect(several.api.volumes).toBeUndefined();
  });
});

describe('The Kubernetes manifests', () => {
  test('run two processes that answer and a worker with one that waits', () => {
    const documents = parseAllDocuments(read('deploy/kubernetes/several.yaml')).map((one) => one.toJS());
    const deployments = documents.filter(({ kind }) => kind === 'Deployment');
    const pods = deployments.map(({ spec }) => spec.template.spec);
    expect(deployments.map(({ spec }) => spec.replicas)).toEqual([2, 2]);
    expect(pods.map(({ containers: [{ env }] }) => env)).toEqual([
      [{ name: 'MODE', value: 'api' }],
      [{ name: 'MODE', value: 'worker' }],
    ]);
    const [alone] = parseAllDocuments(read('deploy/kubernetes/hopscope.yaml'))
      .map((one) => one.toJS())
      .filter(({ kind }) => kind === 'Deployment');
    for (const pod of pods) {
      expect(pod.securityContext).toEqual(alone.spec.template.spec.securityContext);
      expect(pod.containers[0].securityContext).toEqual(
        alone.spec.template.spec.containers[0].securityContext,
      );
    }
    const budgets = documents.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => [spec.minAvailable, spec.selector.matchLabels.part])).toEqual([
      [1, 'api'],
      [1, 'worker'],
    ]);
    const service = documents.find(({ kind }) => kind === 'Service');
    expect(service.spec.selector).toEqual({ app: 'hopscope', part: 'api' });
    const secrets = { TOKEN_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://x@localhost/x' };
    expect(readConfig({ ...documents[0].data, ...secrets, MODE: 'api' })).toMatchObject({ mode: 'api' });
  });

  test('run one server, without root and without a writable root, with probes that exist', () => {
    const documents = parseAllDocuments(read('deploy/kubernetes/hopscope.yaml')).map((one) => one.toJS());
    expect(documents.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'PersistentVolumeClaim',
      'Deployment',
      'Service',
      'Ingress',
    ]);
    const { spec } = documents[2];
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    const pod = spec.template.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const [container] = pod.containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map(
      (name) => container[name].httpGet.path,
    );
    const paths = Object.values(endpoints).map(({ path }) => `/api/v1${path}`);
    expect(probes.filter((path) => !paths.includes(path))).toEqual([]);
    expect(() => readConfig({ ...documents[0].data, METRICS_TOKEN: 'x'.repeat(20) })).not.toThrow();
  });
});

describe('The image and the unit', () => {
  const flags = /node (--max-semi-space-size=\d+ --heap-growing-percent=\d+ \S+\/start\.ts)"/.exec(
    read('package.json'),
  )?.[1];

  test('start the server like npm start, as a user without privileges', () => {
    const dockerfile = read('deploy/Dockerfile');
    const entry = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]';
    expect((JSON.parse(entry) as string[]).join(' ')).toBe(`node ${flags}`);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toContain('/api/v1/health/ready');
    const unit = read('deploy/systemd/hopscope.service');
    expect(unit).toContain(`ExecStart=/opt/hopscope/node_modules/.bin/node ${flags}\n`);
    for (const line of [
      'DynamicUser=yes',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
    ])
      expect(unit.split('\n')).toContain(line);
  });

  test('a built tree runs for a user who cannot change it', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('only root can run a program as another user');
    const built = join(project, 'apps/server/dist/main.js');
    const before = statSync(built).mtimeMs;
    const dataDir = join(folder.path, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, 65_534, 65_534);
    const running = start({
      script: join(project, 'apps/server/src/commands/start.ts'),
      uid: 65_534,
      env: {
        DATA_DIR: dataDir,
        TMPDIR: dataDir,
        NODE_COMPILE_CACHE: '',
        PORT: '0',
        LOG_LEVEL: 'warn',
        BITCOIN_SOURCE: 'off',
        ETHEREUM_SOURCE: 'off',
      },
    });
    const url = await running.where().catch((problem: unknown) => String(problem));
    if (/Cannot find module|EACCES/.test(url)) return context.skip('another user cannot read the sources');
    expect((await fetch(`${url}/api/v1/health/ready`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<div id="root"');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(statSync(built).mtimeMs).toBe(before);
  });
});
