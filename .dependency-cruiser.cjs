// The layer table: each layer may import what stands in its row, and nothing else of ours.
const LAYERS = {
  '^contract/': ['^contract/'],
  '^reference/': ['^contract/', '^reference/'],
  '^match/': ['^contract/', '^match/'],
  '^models/': ['^contract/', '^models/'],
  '^src/i18n/': ['^contract/', '^src/i18n/'],
  '^src/ui/': ['^contract/', '^reference/', '^src/i18n/', '^src/ui/'],
  '^src/platform/': ['^contract/', '^match/', '^src/platform/'],
  '^src/store/': ['^contract/', '^reference/', '^match/', '^src/platform/', '^src/store/'],
  '^src/api/': ['^contract/', '^match/', '^src/platform/', '^src/api/'],
  '^src/face/': ['^contract/', '^match/', '^src/platform/', '^src/store/', '^src/api/', '^src/face/'],
  '^src/maps/': ['^contract/', '^match/', '^src/platform/', '^src/store/', '^src/api/', '^src/maps/'],
  '^src/sync/': ['^contract/', '^reference/', '^match/', '^src/platform/', '^src/store/', '^src/api/', '^src/sync/'],
  '^src/sw/': ['^contract/', '^src/sw/'],
  '^src/vault/': ['^contract/', '^match/', '^src/platform/', '^src/store/', '^src/api/', '^src/vault/'],
  '^src/services\\.ts$': ['^contract/', '^src/(platform|store|api|face|sync)/'],
  '^src/features/': [
    '^contract/',
    '^reference/',
    '^match/',
    '^src/(platform|store|api|face|maps|sync|vault|i18n|ui)/',
    '^src/services\\.ts$',
    '^src/features/',
  ],
  '^src/app/': ['^contract/', '^src/'],
  '^src/main\\.tsx$': ['^src/'],
  '^server/db/': ['^contract/', '^match/', '^server/db/', '^server/config\\.ts$'],
  '^server/http/': ['^contract/', '^match/', '^server/(db|http)/', '^server/config\\.ts$'],
};

const RESOURCES = '^server/(?!db/|http/)[^/]+/';

module.exports = {
  forbidden: [
    {
      // A worker is started by its address, which its page imports; what it serves is a type of that page's file.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^src/platform/(image|reserve)-worker\\.ts$' } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(contract|reference|match|src|server)/',
        pathNot:
          '\\.d\\.ts$|^src/(sw|face/worker)/|^server/(db/pglite-worker|start-beside)|^src/platform/(image|reserve)-worker|^src/vault/worker',
      },
      to: {},
    },
    {
      name: 'browser-and-server-are-apart',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    { name: 'server-and-browser-are-apart', severity: 'error', from: { path: '^server/' }, to: { path: '^src/' } },
    {
      name: 'features-are-apart',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'resources-import-inwards',
      severity: 'error',
      from: { path: RESOURCES },
      to: { path: '^server/(app|main)\\.ts$' },
    },
    {
      // What a report tells becomes words in the one projection. Two compare it, and answer only how alike.
      name: 'told-in-the-projection-alone',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(reports/|moderation/similar\\.ts$)' },
      to: { path: '^server/reports/told\\.ts$' },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: { path: '^(contract|reference|match|src|server)/', pathNot: '^match/kernel/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/(@types|vite)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { path: '^(contract|reference|match|src|server)/' },
      to: { path: '^tests/' },
    },
    ...Object.entries(LAYERS).map(([layer, allowed]) => ({
      name: `layer ${layer}`,
      severity: 'error',
      from: { path: layer },
      to: { path: '^(contract|reference|match|models|src|server|tests|scripts)/', pathNot: allowed },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    exclude: { path: '^(match/kernel|dist|data|\\.cache)/' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
