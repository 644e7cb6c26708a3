/**
 * The import rules (docs/decisions/0001): what may import what. All zones are made from this one object:
 * a feature and the other features it may ask. A feature that is not named here may be imported by nobody.
 */
export const featureGraph = {
  accounts: [],
  studio: ['accounts'],
  settings: ['studio'],
  catalog: ['studio'],
  rows: ['catalog', 'settings', 'studio'],
  documents: ['catalog', 'settings', 'studio'],
  releases: ['catalog', 'studio'],
  media: [],
  library: ['accounts', 'catalog'],
  notices: ['accounts', 'catalog', 'library', 'settings'],
  membership: ['accounts', 'notices', 'studio'],
  announcements: ['accounts', 'membership', 'notices', 'settings', 'studio'],
  payments: ['accounts', 'documents', 'membership', 'notices', 'settings', 'studio'],
  numbers: ['catalog', 'settings', 'studio'],
  health: ['studio'],
  hooks: ['studio'],
  reading: ['accounts', 'catalog', 'library', 'media', 'membership'],
  offline: ['catalog', 'membership', 'notices', 'reading'],
  doors: ['accounts', 'catalog', 'library', 'media', 'membership', 'reading', 'settings'],
  leaving: ['accounts', 'catalog', 'studio'],
  exporting: ['catalog', 'doors', 'media', 'studio'],
  importing: ['catalog', 'library', 'media', 'studio'],
  moving: ['accounts', 'catalog', 'membership', 'studio'],
};

/**
 * The subfolders of a large folder, in their order: a subfolder imports only subfolders that stand before it, and those
 * between bars do not know each other. The dot is for the files of the folder itself.
 */
export const subfolderOrder = {
  'src/app': ['site', 'studio', 'rendering', '.', 'cli'],
  'src/app/cli': ['site', 'backup|serve', 'doctor', '.'],
  'src/features/catalog/server': ['books', 'search', 'dates', 'imports', 'undo', 'editing', 'text', '.'],
  'src/features/catalog/web': ['openings', '.', 'book|search', 'studio'],
  'src/features/catalog/web/studio': ['.', 'text', 'book'],
  'src/features/doors/server': ['keys', 'pages', 'given', 'opds|files|koreader|komga', '.'],
  'src/features/library/web': ['places', 'marks', '.', 'chapter', 'resume|elsewhere|follows|history|similar', 'shelf'],
  'src/features/media/server': ['store', 'wire', 'archives|pictures', 'workers', '.'],
  'src/features/importing': ['names', 'text', 'plan', 'formats', 'uploads', '.', 'server', 'batches', 'commands|web'],
  'src/features/reading/web': [
    'chapter',
    'settings',
    'place',
    'screen',
    'pictures',
    'end',
    'strip|paged|novel',
    'input',
    'chapters',
    'frame',
    '.',
  ],
  'src/features/reading/web/novel': ['text', 'tools', 'aloud|search|speed', '.'],
  'src/server': [
    'process',
    'config',
    'database',
    'embedded',
    'lease',
    'migrations',
    'metrics',
    'http',
    'store|jobs',
    'backup',
    'command',
  ],
  'src/web': ['.', 'early|ui', 'frame'],
};

/** Subfolders that use neither Node nor a browser, but for a server/ of their own. */
const pureSubfolders = ['src/features/importing/(names|text|plan|formats)', 'src/features/catalog/text'];

/**
 * Further doors beside server/<feature>.ts: importing writes books through catalog's second one, releases changes dates
 * through its room for them, who may read a chapter is decided by its access and shown by its label, a reader's page notes places in library's memory of the browser and
 * shows two of its components, the service worker tells notices, an import has media open archives, orders ask membership about their discounts and gifts, members who move in get codes of it,
 * and features add their calls to the studio and note changes there.
 */
const furtherDoors = {
  accounts: ['server/people'],
  catalog: [
    'access',
    'studio-contract',
    'text/(blocks|closing-brackets|read-markdown)',
    'server/imports',
    'server/search/edition-queries',
    'server/dates/(coming|debuts|openings|order|publication|release|sequence|settle-queries)',
    'server/editing/(books|chapters|hand-pictures|versions)',
    'server/text/find-replace',
    'server/undo/undo',
    'server/whole-book',
    'web/openings/AccessLabel',
    'web/book/(FindChapter|NumberJump)',
    'web/studio/(BookField|BookLine|LanguageDots|NamedBook)',
    'web/studio/text/MarkdownField',
  ],
  announcements: ['web/show-bars'],
  rows: ['web/rows-query'],
  notices: ['web/push/device', 'web/worker/tell'],
  library: [
    'server/(marks|moved-places|places|read-state)',
    'web/memory',
    'web/chapter/OwnMark',
    'web/follows/FollowButton',
  ],
  media: ['server/(archives|converters|own-store|sources)'],
  doors: ['(block-markup|comic-info|epub|file-name)'],
  membership: ['server/discounts', 'server/gifts', 'server/people', 'server/until-coupons', 'studio-contract'],
  studio: [
    'pages',
    'server/audit',
    'server/csv',
    'server/event-stream',
    'server/requests',
    'server/studio-api',
    'server/today',
    'server/versions',
    'web/(audit-words|calls|language-fields|merge|password|plan-names|problems|selection|send-file|session-query|times|typed-number|unsaved|use-copy|use-editing|virtual-rows|words)',
  ],
};

/** Packages with one home: who needs one asks the module there. */
const packageHomes = {
  pg: { home: '^src/server/|^tools/|^lab/', ask: 'src/server/database/db.ts' },
  'pg-copy-streams': { home: '^src/server/backup/session\\.ts$', ask: 'src/server/backup/session.ts' },
  'lru-cache': { home: '^src/server/process/lru\\.ts$', ask: 'src/server/process/lru.ts' },
  pino: { home: '^src/server/config/log\\.ts$|^lab/', ask: 'src/server/config/log.ts' },
  'prom-client': { home: '^src/server/metrics/[a-z-]*metrics\\.ts$', ask: 'src/server/metrics/metrics.ts' },
  sharp: {
    home: '^src/features/media/server/|^src/app/cli/doctor/doctor\\.ts$|^tools/|^lab/',
    ask: "media's front door",
  },
  yazl: {
    home: '^src/features/leaving/server/exports\\.ts$|^src/features/exporting/server/zip-of\\.ts$',
    ask: 'src/features/exporting/server/zip-of.ts',
  },
  yauzl: { home: '^src/features/media/server/|^src/features/importing/server/', ask: "media's front door" },
  'node-unrar-js': { home: '^src/features/media/server/archives/rar\\.ts$', ask: "media's front door" },
  'libarchive-wasm': { home: '^src/features/media/server/archives/libarchive\\.ts$', ask: "media's front door" },
  '@hyzyla/pdfium': { home: '^src/features/media/server/archives/pdf-pages\\.ts$', ask: "media's front door" },
  htmlparser2: { home: '^src/features/importing/text/markup\\.ts$', ask: 'src/features/importing/text/markup.ts' },
  entities: {
    home: '^src/features/importing/text/markup\\.ts$|^src/shared/decode-reference\\.ts$',
    ask: 'src/shared/text.ts',
  },
  chardet: {
    home: '^src/features/importing/text/server/detect-encoding\\.ts$',
    ask: 'src/features/importing/text/server/encoding.ts',
  },
  // Tests hold our feeds against it, for it takes nothing that is not well-formed.
  saxes: { home: '^$', ask: 'src/features/importing/text/markup.ts' },
  '@node-rs/argon2': {
    home: '^src/features/accounts/server/password-worker\\.mjs$',
    ask: "accounts' front door",
  },
  jose: { home: '^src/features/accounts/server/tokens\\.ts$', ask: "accounts' front door" },
  'web-push': { home: '^src/features/notices/server/push-message\\.ts$', ask: "notices' pushes" },
  '@simplewebauthn/server': {
    home: '^src/features/accounts/server/passkeys\\.ts$',
    ask: "accounts' front door",
  },
  '@simplewebauthn/browser': {
    home: '^src/features/accounts/web/passkey-device\\.ts$',
    ask: 'src/features/accounts/web/passkey-device.ts',
  },
  qrcode: { home: '^src/server/process/qr-code\\.ts$', ask: 'src/server/process/qr-code.ts' },
  commander: {
    home: '^src/app/cli/|^src/server/command/|^src/features/[^/]+/commands/',
    ask: 'src/app/cli/cli.ts',
  },
  'wechatpay-axios-plugin': { home: '^src/features/payments/testing/', ask: 'src/features/payments/server/wechat/' },
  // Tests hold our own reading of webhooks against it.
  stripe: { home: '^$', ask: 'src/features/payments/server/stripe/webhook.ts' },
  standardwebhooks: { home: '^$', ask: 'src/features/hooks/server/sign.ts' },
};

const inTests = '\\.test\\.tsx?$|/testing/';
const serverSide = '^src/server/|^src/features/.+/server/|^src/features/[^/]+/commands/';
const browserSide = '^src/web/|^src/features/[^/]+/web/|^src/features/importing/uploads/web/|^src/app/studio/';
const pure = [
  '^src/shared/',
  '^src/features/[^/]+/(contract|rules)\\.ts$',
  '^src/features/importing/uploads/rules\\.ts$',
  '^src/features/payments/(settlement|plans)\\.ts$',
  '^src/features/studio/pages\\.ts$',
  ...pureSubfolders.map((subfolders) => `^${subfolders}/`),
].join('|');
const notPure = `${inTests}|/server/`;
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

/** For each subfolder: those that stand before it. */
const subfolderZones = Object.entries(subfolderOrder).flatMap(([folder, order]) => {
  const named = folder.replace('src/', '').replace('features/', '').replaceAll('/', '-');
  const pathOf = (subfolder) => `^${folder}/${subfolder === '.' ? '[^/]+$' : `${subfolder}/`}`;
  const all = order.flatMap((subfolders) => subfolders.split('|'));
  return [
    {
      name: `${named}-has-its-subfolders-in-order`,
      comment: 'A new subfolder is named in subfolderOrder of .dependency-cruiser.mjs first, in its place.',
      severity: 'error',
      from: { path: `^${folder}/[^/]+/`, pathNot: [inTests, ...all.map(pathOf)].join('|') },
      to: {},
    },
    ...order.flatMap((subfolders, at) =>
      subfolders.split('|').map((subfolder) => {
        const before = order.slice(0, at).flatMap((names) => names.split('|'));
        return {
          name: `${named}-${subfolder === '.' ? 'itself' : subfolder}-imports-what-stands-before-it`,
          comment:
            `${subfolder} may import ${before.join(', ') || 'no other subfolder'} of ${folder}. ` +
            'Move what both need to the earliest subfolder that fits, or hand it in; the order is a decision (subfolderOrder).',
          severity: 'error',
          from: { path: pathOf(subfolder), pathNot: inTests },
          to: { path: `^${folder}/`, pathNot: [...before, subfolder].map(pathOf).join('|') },
        };
      }),
    ),
  ];
});

const homes = Object.entries(packageHomes).map(([name, { home, ask }]) => ({
  name: `${name}-has-one-home`,
  comment: `Only its home imports the package ${name}; ask ${ask} instead, so that it can be replaced in one place.`,
  severity: 'error',
  from: { path: '^(src|tools|lab)/', pathNot: `${home}|${inTests}` },
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
      to: { couldNotResolve: true, pathNot: '/dist/server/' }, // what a build makes may be absent
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
      name: 'server-only-opens-features',
      comment: 'src/app/server.ts takes open<Feature> of server/open.ts alone: mount calls and gather jobs in there.',
      severity: 'error',
      from: { path: '^src/app/server\\.ts$' },
      to: { path: '^src/features/', pathNot: '^src/features/.+/server/open\\.ts$' },
    },
    {
      name: 'commands-are-for-the-command-line',
      comment:
        'What a server or another feature also needs stands in server/; a command only reads options and prints.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/app/cli/|^src/features/[^/]+/commands/|${inTests}` },
      to: { path: '^src/features/[^/]+/commands/' },
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
      comment: 'Contracts, rules, shared words and pure subfolders know no Node: pass facts, bytes and `now` in.',
      severity: 'error',
      from: { path: pure, pathNot: notPure },
      to: nodeModule,
    },
    {
      name: 'pure-needs-no-package',
      comment:
        'Contracts, rules and shared words use zod/mini at most, pure subfolders also packages with one home that are pure.',
      severity: 'error',
      from: { path: pure, pathNot: notPure },
      to: { path: '^node_modules/', pathNot: '^node_modules/(zod|htmlparser2|entities)/' },
    },
    {
      name: 'pure-knows-neither-side',
      comment: 'A contract, a rule or a pure subfolder cannot ask the server or the browser; both ask it.',
      severity: 'error',
      from: { path: pure, pathNot: notPure },
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
      name: 'readers-load-no-studio',
      comment: "No page of readers loads the studio's code: it has a build of its own (vite.studio.config.ts).",
      severity: 'error',
      from: { path: '^src/app/site/browser\\.tsx$' },
      to: { path: '^src/app/studio/|^src/features/studio/web/|^src/features/[^/]+/web/studio/', reachable: true },
    },
    {
      name: 'browser-takes-genres-from-its-text',
      comment: 'src/shared/tags.ts has the names of genres in all languages: a page asks `genre` of its text for one.',
      severity: 'error',
      from: {
        path: '^src/app/(site/browser|studio/(studio|preview))\\.tsx$|^src/features/offline/web/worker/sw\\.ts$',
      },
      to: { path: '^src/shared/tags\\.ts$', reachable: true },
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
        path: '^src/web/(api|query|query-client|router|session|site|page|navigation)[^/]*$|^src/shared/(paths|site)\\.ts$',
      },
    },
    {
      name: 'product-imports-no-tool',
      comment: 'Tools, the lab and journeys use the product, not the reverse.',
      severity: 'error',
      from: { path: '^src/', pathNot: inTests },
      to: { path: '^(tools|lab|e2e)/' },
    },
    {
      name: 'demo-is-an-input',
      comment: 'The demo catalogue is books like any others: only the command that seeds it asks for it.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/features/importing/commands/seed\\.ts$|${inTests}` },
      to: { path: '^demo/' },
    },
    {
      name: 'demo-knows-only-words',
      comment: 'The demo writes files for the import; of the product it knows the languages and no more.',
      severity: 'error',
      from: { path: '^demo/', pathNot: inTests },
      to: { path: '^(src|tools|lab|e2e)/', pathNot: '^src/shared/' },
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
    ...subfolderZones,
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
