import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Domains from the lowest to the highest: each may use what stands before it, never what stands after. */
const DOMAINS = ['activity-log', 'auth', 'therapists', 'clients', 'offerings', 'scheduling', 'bookings', 'calendar', 'client-records', 'intake-forms', 'session-notes', 'care-plans', 'meetings', 'notifications', 'client-portal', 'admin', 'therapist-notices', 'practices'];
const REMOTES = ['public-booking', 'therapist', 'client-portal', 'admin'];

const backend = (folder) => `./backend/src/${folder}`;

/** What a domain shows to others: its module, services, events, wire shapes, jobs and the types of its tables; of scheduling also its pure rules. */
const SHOWN = ['module', 'service', 'events', 'dto', 'jobs', 'entity'].map((role) => `*.${role}`).join('|');
function hiddenParts(domain) {
  const rooms = domain === 'scheduling' ? ['', '!(rules)/**/'] : ['**/'];
  return rooms.map((room) => backend(`modules/${domain}/${room}!(${SHOWN}).ts`));
}

/** What stands above the domains, and the order in which it does. */
const ABOVE = ['public-reads', 'pages', 'lane', 'health', 'seed', 'backup'];

/** lane → pages → public-reads → modules → integrations → common → config, and the order of the domains. */
const backendZones = [
  { target: backend('config'), from: ['common', 'integrations', 'migrations', 'modules', ...ABOVE].map(backend) },
  { target: backend('common'), from: ['integrations', 'migrations', 'modules', ...ABOVE].map(backend) },
  { target: backend('integrations'), from: ['migrations', 'modules', ...ABOVE].map(backend) },
  { target: backend('modules'), from: ['migrations', ...ABOVE].map(backend) },
  ...DOMAINS.map((domain, index) => ({
    target: backend(`modules/${domain}`),
    from: DOMAINS.slice(index + 1).map((later) => backend(`modules/${later}`)),
    message: 'A domain uses only the domains before it; what must go the other way is an event.',
  })).filter(({ from }) => from.length > 0),
  ...DOMAINS.map((domain) => ({
    target: backend(`modules/${domain}`),
    from: DOMAINS.filter((other) => other !== domain).flatMap(hiddenParts),
    message: 'Between domains only modules, services, events, wire shapes, jobs, the types of tables and scheduling’s rules.',
  })),
  {
    target: ABOVE.map(backend),
    from: DOMAINS.flatMap(hiddenParts),
    message: 'What stands above the domains uses what they show to each other.',
  },
  { target: backend('public-reads'), from: ['pages', 'lane'].map(backend) },
  { target: backend('pages'), from: [backend('lane')] },
];

/** Remotes know neither each other nor the shell; shared-ui knows none of them; nobody but types crosses to the backend. */
const frontendZones = [
  ...REMOTES.map((remote) => ({
    target: `./frontends/${remote}`,
    from: ['./frontends/shell', './backend', ...REMOTES.filter((other) => other !== remote).map((other) => `./frontends/${other}`)],
  })),
  { target: './frontends/shell/src', from: ['./backend', ...REMOTES.map((remote) => `./frontends/${remote}`)] },
  { target: './shared-ui', from: ['./frontends', './backend'] },
  { target: './shared-ui/src/components', from: ['./shared-ui/src/runtime', './shared-ui/src/api'] },
  {
    target: ['./shared-ui/src/!(testing)/**/!(*.spec).{ts,tsx}', './frontends/*/src/!(testing)/**/!(*.spec).{ts,tsx}'],
    from: ['./shared-ui/src/testing/**', './frontends/*/src/testing/**', './frontends/*/src/test-kit.ts'],
    message: 'What tests use is no part of a page.',
  },
  { target: './docker', from: ['./backend', './frontends', './shared-ui'] },
];

const sizes = {
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
};

const SQL_IN_PLACE = {
  selector:
    "CallExpression[callee.property.name='query'] > :matches(Literal[value=/^(select|with|insert|update|delete) /], TemplateLiteral:has(> TemplateElement[value.raw=/^\\s*(select|with|insert|update|delete) /])):first-child",
  message: 'SQL is a statement(name, text) with its row type; plain inserts, updates and finds go through the manager.',
};

/** Who reads another domain's table in its SQL picks the row from that entity's type. */
function foreignEntities(files, path) {
  const selector = `ImportDeclaration[importKind!='type'][source.value=/${path}.*\\.entity$/]`;
  const message = 'Another domain’s entity is a type for rows that are read; its domain writes it.';
  return { files, rules: { 'no-restricted-syntax': ['error', SQL_IN_PLACE, { selector, message }] } };
}

/** A path that climbs out of its feature and into the next one. How far that is depends on how deep the file lies. */
function featureBoundary(files, regex) {
  const message = 'A feature does not import another feature.';
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] } };
}

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '.nx/**', 'shared-ui/src/api/schema.ts', '**/coverage/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: ['tsconfig.base.json'] }), createNodeResolver()] },
    rules: {
      ...sizes,
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': ['error', { zones: [...backendZones, ...frontendZones] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
    },
  },
  {
    files: ['backend/src/**/*.ts'],
    plugins: { regexp },
    rules: {
      // Everybody waits while a pattern goes over one person's long text again and again.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Read configuration through AppConfig.' }, { property: 'normalize', message: 'Use normalized(): a long run of marks takes the square of its length.' }, { property: 'localeCompare', message: 'Compare keys that are made once.' }, { object: 'Intl', property: 'Collator', message: 'Compare keys that are made once: it puts the marks of both texts in order each time.' }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@nestjs/common', importNames: ['forwardRef'], message: 'A cycle is broken with an event or a read-only service.' },
            { name: 'class-validator', importNames: ['IsUUID'], message: 'An id of a request is an @Id(): ids have one spelling.' },
            { name: 'class-validator', importNames: ['ValidateNested'], message: 'Parts of a body are a @NestedPart() or a @NestedList(): a list is no part.' },
          ],
        },
      ],
    },
  },
  { files: ['backend/src/**/*.ts'], ignores: ['backend/src/migrations/**', 'backend/src/**/*.spec.ts'], rules: { 'no-restricted-syntax': ['error', SQL_IN_PLACE] } },
  foreignEntities(['backend/src/modules/*/*.ts'], '^\\.\\.\\u002f'),
  foreignEntities(['backend/src/modules/*/*/*.ts'], '^\\.\\.\\u002f\\.\\.\\u002f'),
  { files: ['backend/src/common/http/fields.ts'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['backend/src/main.*.ts', 'backend/src/config/**'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.tsx', 'shared-ui/src/**/*.ts', 'frontends/*/src/**/*.ts'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': ['error', { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'People’s text is shown as text.' }],
    },
  },
  // One feature of a remote never imports another feature.
  ...REMOTES.flatMap((remote) => [
    featureBoundary(`frontends/${remote}/src/features/*/*.{ts,tsx}`, '^\\.\\./[^.]'),
    featureBoundary(`frontends/${remote}/src/features/*/*/**/*.{ts,tsx}`, '^\\.\\./\\.\\./[^./]+/'),
  ]),
  {
    files: ['**/*.spec.{ts,tsx}', '**/*.int-spec.ts', '**/*.e2e-spec.ts', '**/*.proof-spec.ts', 'backend/test/**', 'frontends/e2e/**', 'backend/src/migrations/**'],
    rules: { 'max-lines-per-function': 'off', 'no-restricted-properties': 'off' },
  },
  {
    // A browser has no other log; what it says there carries no personal data.
    files: ['frontends/**/*.{ts,tsx}', 'shared-ui/**/*.{ts,tsx}'],
    rules: { 'no-console': ['error', { allow: ['error'] }] },
  },
  {
    files: ['docker/local/**', 'backend/bench/**', 'frontends/e2e/**', '**/*.mjs', '**/*.cjs'],
    rules: { 'no-console': 'off' },
  },
);
