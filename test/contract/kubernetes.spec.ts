import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { METRICS } from '#kernel/metrics.js';
import { SHUTDOWN_WITHIN_MS } from '#observability/process.js';

const FOLDER = 'deploy/kubernetes';
const APPS = ['api', 'worker', 'projector'];

type Labels = Readonly<Record<string, string>>;
type Selector = { readonly matchLabels: Labels };
type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Container = {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly resources: Readonly<Record<'requests' | 'limits', Labels>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
} & Readonly<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>;
type Pod = {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly securityContext: object;
    readonly terminationGracePeriodSeconds: number;
    readonly automountServiceAccountToken: boolean;
  };
};
type Resource = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Labels;
  readonly spec?: {
    readonly selector?: Selector;
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly { readonly ports: readonly { readonly port: string }[] }[];
    readonly template?: Pod;
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly metrics?: readonly { readonly external?: { readonly metric: { name: string } } }[];
  };
};

const kustomization = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
};
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map(
    (document) => document.toJS() as Resource,
  ),
);
const of = (kind: string) => resources.filter((each) => each.kind === kind);
const named = (kind: string, name: string) =>
  of(kind).find(({ metadata }) => metadata.name === name)!;
const pod = (app: string) => named('Deployment', app).spec!.template!;
const container = (app: string) => pod(app).spec.containers[0]!;

type Model = new (data: unknown) => { validate(): void };

/** Made of Kubernetes' published schemas. */
const modelOf = async ({ apiVersion, kind }: Resource): Promise<Model> => {
  const found = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<string, Model>;
  return found[kind]!;
};

describe('the manifests for Kubernetes', () => {
  it('are all listed', () => {
    const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml');
    expect([...kustomization.resources].sort()).toEqual(files.sort());
  });

  it.each(resources.map((each) => [each.kind, each.metadata.name, each] as const))(
    'are what Kubernetes takes: %s %s',
    async (_kind, _name, resource) => {
      const model = await modelOf(resource);
      expect(() => new model(resource).validate()).not.toThrow();
      expect(() => new model({ ...resource, metadata: 'nobody' }).validate()).toThrow();
    },
  );

  it('run api, worker and projector, and no store and no sandbox', () => {
    expect(of('Deployment').map(({ metadata }) => metadata.name)).toEqual(APPS);
    for (const app of APPS) expect(pod(app).spec.containers).toHaveLength(1);
    expect(of('StatefulSet')).toEqual([]);
  });

  it('hold no secret', () => {
    expect(of('Secret')).toEqual([]);
    const { data = {} } = named('ConfigMap', 'brokerage');
    const secret = /KEY|SECRET|PASSWORD|TOKEN|EVENT_STORE_URL|READ_MODELS_URL|REDIS_URL/;
    expect(Object.keys(data).filter((name) => secret.test(name))).toEqual([]);
    const example = readFileSync('.env.example', 'utf8');
    const known = [...example.matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!);
    expect(Object.keys(data).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe.each(APPS)('%s on Kubernetes', (app) => {
  it('is what the image runs', () => {
    expect(container(app).image).toBe(kustomization.images[0]?.name);
    const options = app === 'api' || app === 'worker' ? ['--max-semi-space-size=8'] : [];
    expect(container(app).command).toEqual(['node', ...options, `dist/apps/${app}/main.js`]);
  });

  it('is nobody special, writes nowhere but to its own volumes, and is limited', () => {
    expect(pod(app).spec.automountServiceAccountToken).toBe(false);
    expect(pod(app).spec.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container(app).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const size of ['cpu', 'memory'] as const) {
      expect(container(app).resources.requests[size]).toBeDefined();
      expect(container(app).resources.limits[size]).toBeDefined();
    }
    const { data = {} } = named('ConfigMap', 'brokerage');
    const mounts = container(app).volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts.some((path) => data['DATA_DIR']?.startsWith(`${path}/`))).toBe(true);
  });

  it('is asked how it is on the port of its signals', () => {
    const { data = {} } = named('ConfigMap', 'brokerage');
    const { ports, startupProbe, livenessProbe, readinessProbe } = container(app);
    const port = Number(data['METRICS_PORT']) + APPS.indexOf(app);
    expect(ports).toContainEqual({ name: 'signals', containerPort: port });
    expect(startupProbe.httpGet).toEqual({ path: '/health/live', port: 'signals' });
    expect(livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'signals' });
    expect(readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'signals' });
  });

  it('may drain and end by itself', () => {
    const { data = {} } = named('ConfigMap', 'brokerage');
    const neededS = Number(data['DRAIN_S']) + SHUTDOWN_WITHIN_MS / 1_000;
    expect(pod(app).spec.terminationGracePeriodSeconds).toBeGreaterThan(neededS);
  });

  it('is selected by its deployment and its disruption budget', () => {
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(pod(app).metadata.labels).toEqual(named(kind, app).spec?.selector?.matchLabels);
  });
});

describe('autoscaling', () => {
  it('goes by the processor, and for workers by what waits in the queues', () => {
    const scalers = of('HorizontalPodAutoscaler');
    expect(scalers.map(({ spec }) => spec?.scaleTargetRef?.name)).toEqual(['api', 'worker']);
    const metrics = scalers.flatMap(({ spec }) => spec?.metrics ?? []);
    const external = metrics.flatMap((metric) => metric.external?.metric.name ?? []);
    expect(external).toEqual(['brokerage_queue_jobs']);
    expect(METRICS.projector.map((metric) => (metric as unknown as { name: string }).name)).toEqual(
      expect.arrayContaining(external),
    );
  });
});

describe('the network', () => {
  const policies = of('NetworkPolicy');

  it('is closed but for what is named', () => {
    expect(named('NetworkPolicy', 'nothing').spec).toEqual({
      ...{ podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    });
  });

  it('lets in to the port of the api, and Prometheus to the signals', () => {
    const open = policies.flatMap(({ metadata, spec }) =>
      (spec?.ingress ?? []).flatMap(({ ports }) => ports.map(({ port }) => [metadata.name, port])),
    );
    expect(open).toEqual([
      ['ingress-to-api', 'http'],
      ['prometheus-to-signals', 'signals'],
    ]);
    const { matchLabels = {} } = named('NetworkPolicy', 'ingress-to-api').spec?.podSelector ?? {};
    expect(matchLabels['app.kubernetes.io/component']).toBe('api');
    expect(of('Service').map(({ metadata }) => metadata.name)).toEqual(['api']);
  });
});
