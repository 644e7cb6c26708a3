/**
 * The walls of the house (docs/decisions/0001): what may import what. All zones are made from this one object:
 * a feature and the other features it may ask. A feature that is not named here may be imported by nobody.
 */
export const featureGraph = {
  accounts: [],
  catalog: [],
  media: [],
  membership: ['accounts'],
  payments: ['accounts', 'membership'],
  library: ['accounts', 'catalog'],
  reading: ['accounts', 'catalog', 'library', 'media', 'membership'],
  offline: ['catalog', 'membership', 'reading'],
  publishing: ['catalog', 'media'],
};

/**
 * Further doors beside server/<feature>.ts: publishing writes books through catalog's second one, and a reader's page
 * notes places in library's memory of the browser.
 */
const furtherDoors = { catalog: ['server/publish'], library: ['web/memory'] };

/** Packages with one home: who needs one asks the module there. */
const packageHomes = {
  pg: { home: '^src/server/|^tools/|^bench/', ask: 'src/server/db.ts' },
  'pg-copy-streams': { home: '^src/server/backup/session\\.ts$', ask: 'src/server/backup/session.ts' },
  pino: { home: '^src/server/log\\.ts$|^bench/', ask: 'src/server/log.ts' },
  'prom-client': { home: '^src/server/[a-z-]*metrics\\.ts$', ask: 'src/server/metrics.ts' },
  sharp: { home: '^src/features/media/server/|^src/app/cli/doctor\\.ts$|^tools/|^bench/', ask: "media's front door" },
  yauzl: { home: '^src/features/media/server/|^src/features/publishing/server/', ask: "media's front door" },
  'node-unrar-js': { home: '^src/features/media/server/rar\\.ts$', ask: "media's front door" },
  'libarchive-wasm': { home: '^src/features/media/server/libarchive\\.ts$', ask: "media's front door" },
  '@hyzyla/pdfium': { home: '^src/features/media/server/pdf-pages\\.ts$', ask: "media's front door" },
  saxes: { home: '^src/features/publishing/server/', ask: "publishing's front door" },
  '@node-rs/argon2': {
    home: '^src/features/accounts/server/password-worker\\.mjs$',
    ask: "accounts' front door",
  },
  jose: { home: '^src/features/accounts/server/tokens\\.ts$', ask: "accounts' front door" },
  qrcode: { home: '^src/features/payments/server/routes\\.ts$', ask: 'src/features/payments/server/routes.ts' },
  commander: { home: '^src/app/', ask: 'src/app/cli/cli.ts' },
  'wechatpay-axios-plugin': { home: '^src/features/payments/testing/', ask: 'src/features/payments/server/wechat/' },
  // Tests hold our own reading of webhooks against it.
  stripe: { home: '^$', ask: 'src/features/payments/server/stripe/webhook.ts' },
};

const inTests = '\\.test\\.tsx?$|/testing/';
const serverSide = '^src/server/|^src/features/[^/]+/server/';
const browserSide = '^src/web/|^src/features/[^/]+/web/';
const pure = '^src/shared/|^src/features/[^/]+/(contract|rules)\\.ts$';
const nodeModule = { dependencyTypes: ['core'] };

function doorsOf(feature) {
  const doors = ['contract', 'rules', `server/${feature}`, 'web/[A-Z][^/]*', ...(furtherDoors[feature] ?? [])];
  return `^src/features/${feature}/(${doors.join('|')})\\.tsx?$`;
}

/** For each feature: others only along the graph, and there only through a door. */
const featureZones = Object.entries(featureGraph).flatMap(([feature, mayAsk]) => {
  const others = Object.keys(featureGraph).filter((name) => name !== feature);
  const strangers = others.filter((name) => !mayAsk.includes(name));
  const from = { path: `^src/features/${feature}/`, pathNot: inTests };
  const forbidden = [
    {
      name: `${feature}-asks-only-its-neighbours`,
      comment:
        `${feature} may import ${mayAsk.length ? mayAsk.join(', ') : 'no other feature'}. Let src/app hand the answer ` +
        'in as an argument, or move the question to the feature that knows; a new edge is a decision (featureGraph).',
      severity: 'error',
      from,
      to: { path: `^src/features/(${strangers.join('|')})/` },
    },
    ...mayAsk.map((name) => ({
      name: `${feature}-enters-${name}-by-its-door`,
      comment:
        `Ask ${name} through server/${name}.ts, its contract, its rules or a PascalCase component; ` +
        'what is missing there is an operation to add to that door.',
      severity: 'error',
      from,
      to: { path: `^src/features/${name}/`, pathNot: doorsOf(name) },
    })),
  ];
  return forbidden;
});

const homes = Object.entries(packageHomes).map(([name, { home, ask }]) => ({
  name: `${name}-has-one-home`,
  comment: `Only its home imports the package ${name}; ask ${ask} instead, so that it can be replaced in one place.`,
  severity: 'error',
  from: { path: '^(src|tools|bench)/', pathNot: `${home}|${inTests}` },
  to: { path: `^node_modules/(@types/)?${name}/` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea, or share a third one: join them, or move that one out.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'The file or package is not there: write relative paths with their extension.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'features-are-on-the-graph',
      comment: 'A new feature is named in featureGraph of .dependency-cruiser.mjs first, so that it is protected too.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: `^src/features/(${Object.keys(featureGraph).join('|')})/` },
      to: {},
    },
    {
      name: 'nothing-imports-app',
      comment: 'src/app wires the parts together; a part gets what it needs as an argument.',
      severity: 'error',
      from: { path: '^src/(features|server|web|shared)/', pathNot: inTests },
      to: { path: '^src/app/' },
    },
    {
      name: 'platforms-know-no-feature',
      comment: 'src/server and src/web are ground that every feature stands on; what knows a feature belongs into it.',
      severity: 'error',
      from: { path: '^src/(server|web)/', pathNot: inTests },
      to: { path: '^src/features/' },
    },
    {
      name: 'shared-imports-nothing',
      comment: 'src/shared is pure vocabulary: pass what it needs as an argument.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: inTests },
      to: { path: '^(src|tools)/', pathNot: '^src/shared/' },
    },
    {
      name: 'pure-stays-pure',
      comment: 'Contracts, rules and shared words run in the browser too: no Node module; pass facts and `now` in.',
      severity: 'error',
      from: { path: pure, pathNot: inTests },
      to: nodeModule,
    },
    {
      name: 'pure-needs-no-package',
      comment: 'Contracts, rules and shared words use zod/mini at most.',
      severity: 'error',
      from: { path: pure, pathNot: inTests },
      to: { path: '^node_modules/', pathNot: '^node_modules/zod/' },
    },
    {
      name: 'pure-knows-neither-side',
      comment: 'A contract or a rule cannot ask the server or the browser; both ask it.',
      severity: 'error',
      from: { path: pure, pathNot: inTests },
      to: { path: `${serverSide}|${browserSide}` },
    },
    {
      name: 'browser-never-reaches-server',
      comment: 'Ask through the API client (src/web/api-client.ts); shapes come from contract.ts.',
      severity: 'error',
      from: { path: `${browserSide}|^src/app/site/browser\\.tsx$`, pathNot: inTests },
      to: { path: serverSide },
    },
    {
      name: 'browser-bundle-holds-no-server',
      comment: 'The entry of the browser reaches a server file through others; cut the road in between.',
      severity: 'error',
      from: { path: '^src/app/site/browser\\.tsx$' },
      to: { path: serverSide, reachable: true },
    },
    {
      name: 'browser-uses-no-node',
      comment: 'There is no Node in a browser; use what the platform offers.',
      severity: 'error',
      from: { path: `${browserSide}|^src/app/site/browser\\.tsx$`, pathNot: inTests },
      to: nodeModule,
    },
    {
      name: 'browser-takes-types-of-contracts',
      comment: 'Write `import type`: schemas would bring zod into the first view, which has a budget.',
      severity: 'error',
      from: { path: browserSide, pathNot: inTests },
      to: {
        path: '^src/features/[^/]+/contract\\.ts$|^src/shared/(wire|site)\\.ts$|^node_modules/zod/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-never-reaches-browser',
      comment: 'The server renders through src/app/rendering/render.tsx, which app hands in.',
      severity: 'error',
      from: { path: serverSide, pathNot: inTests },
      to: { path: `${browserSide}|^node_modules/(@types/)?(react|react-dom)/` },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'src/web/ui knows neither router, queries nor our domain: hand it texts, links and handlers.',
      severity: 'error',
      from: { path: '^src/web/ui/', pathNot: inTests },
      to: {
        path: '^src/web/(api|query|query-client|router|session|site|page|navigation)[^/]*$|^src/shared/(tags|paths|site)\\.ts$',
      },
    },
    {
      name: 'product-imports-no-tool',
      comment:
        'Tools, benchmarks and journeys use the product, not the reverse; only src/app seeds the demo of tools/demo.',
      severity: 'error',
      from: { path: '^src/', pathNot: inTests },
      to: { path: '^(tools|bench|e2e)/', pathNot: '^tools/demo/' },
    },
    {
      name: 'product-imports-no-test',
      comment: 'Builders and fakes are for tests; what the product needs stands beside its user.',
      severity: 'error',
      from: { path: '^src/', pathNot: inTests },
      to: { path: inTests },
    },
    {
      name: 'server-runs-without-dev-packages',
      comment: 'The server runs from an installation without development packages: make it a dependency.',
      severity: 'error',
      from: { path: `${serverSide}|${pure}`, pathNot: inTests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    },
    ...featureZones,
    ...homes,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/|\\.(css|svg|json|woff2)$' },
    moduleSystems: ['es6'],
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};
