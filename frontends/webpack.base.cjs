/**
 * One build recipe for all frontends: `host` for the shell, `remote` for what it loads at run time. An app's own
 * webpack.config.cjs is one line.
 */
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const CompressionPlugin = require('compression-webpack-plugin');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const { FirstFramePlugin } = require('./webpack/first-frame-plugin.cjs');
const { RemoteManifestPlugin } = require('./webpack/remote-manifest-plugin.cjs');
const { RouteManifestPlugin } = require('./webpack/route-manifest-plugin.cjs');
const { ServerFilePlugin } = require('./webpack/server-file-plugin.cjs');

const SHARED_UI = path.resolve(__dirname, '../shared-ui/src');
/** The module form of a package's file that was asked for as CommonJS. */
const moduleForm = (file) => file.replace(/\.cjs$/, '.js');
const LENDING_PLUGIN = require.resolve('@module-federation/inject-external-runtime-core-plugin');
const ERROR_CODES = path.dirname(require.resolve('@module-federation/error-codes'));
const FEDERATION_KIT = path.dirname(require.resolve('@module-federation/sdk'));
const RUNTIME_CORE = path.dirname(require.resolve('@module-federation/runtime-core'));
const QUERY_CORE = path.join(path.dirname(require.resolve('@tanstack/query-core/package.json')), 'build/modern');
/** What is swapped for less in every build. The figures are brotli bytes on each first view. */
const lighter = {
  // Lends the shell's federation runtime to the remotes; as CommonJS it brings a second copy of that runtime (10 kB).
  [LENDING_PLUGIN]: moduleForm(LENDING_PLUGIN),
  // Manifests that we do not use (1.5 kB).
  [path.join(RUNTIME_CORE, 'plugins/snapshot/SnapshotHandler.js')]: path.join(__dirname, 'webpack/without-snapshots.mjs'),
  'federation-disabled-snapshots$': path.join(RUNTIME_CORE, 'plugins/snapshot/disabled.js'),
  // Fetching remotes ahead of their use, which the page's own preload links do (0.7 kB).
  [path.join(RUNTIME_CORE, 'utils/preload.js')]: path.join(__dirname, 'webpack/without-preloads.mjs'),
  // Ranges of versions, which nothing that is shared has (1.2 kB).
  [path.join(RUNTIME_CORE, 'utils/semver/index.js')]: path.join(__dirname, 'webpack/without-versions.mjs'),
  // Sentences about its errors, in the shell and in each remote (0.8 kB).
  [path.join(ERROR_CODES, 'desc.mjs')]: path.join(__dirname, 'webpack/without-error-words.mjs'),
  // Levels and stacks of its log, in both as well (0.6 kB).
  [path.join(FEDERATION_KIT, 'logger.js')]: path.join(__dirname, 'webpack/without-log-levels.mjs'),
  // Lists that grow at their end, which no page has (0.4 kB).
  [path.join(QUERY_CORE, 'infiniteQueryBehavior.js')]: path.join(__dirname, 'webpack/without-infinite-queries.mjs'),
};
/** The router's package hands out its development build whatever the mode. */
const ROUTER = path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production');
const routerForProduction = {
  'react-router$': path.join(ROUTER, 'index.mjs'),
  'react-router/dom$': path.join(ROUTER, 'dom-export.mjs'),
};
const GRACE_PERIOD_MS = 24 * 60 * 60 * 1000;

/**
 * What exists once per page. The router is not in the list: sharing it whole would end its tree shaking (+50 kB), so the
 * runtime re-exports the few names that are used.
 */
const SINGLETONS = ['react', 'react/jsx-runtime', 'react-dom', '@attune/shared-ui/runtime'];

/** The shell brings the singletons along, in its first file. */
const provided = Object.fromEntries(
  SINGLETONS.map((request) => [
    request,
    // Our own package has no published version; a contract number (see the runtime) guards it instead.
    { singleton: true, eager: true, requiredVersion: false, ...(request.startsWith('@attune/') && { version: '1.0.0' }) },
  ]),
);

/** A remote takes them from the shell and builds no copy of its own. */
const consumed = Object.fromEntries(
  SINGLETONS.map((request) => [request, { singleton: true, import: false, requiredVersion: false }]),
);

const federation = { dts: false, manifest: false, shareStrategy: 'loaded-first' };

/** The shell: the page every route starts with. */
function host(name) {
  return (_env, { mode }) => ({
    ...base(name, mode),
    entry: { shell: './src/main.tsx' },
    output: { ...output(name, mode), publicPath: '/shell/' },
    plugins: [
      ...plugins(mode),
      new ModuleFederationPlugin({
        ...federation,
        name,
        shared: provided,
        experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
      }),
      // Not minified: the page server fills the template's comments in.
      new HtmlWebpackPlugin({ template: './src/index.html', inject: 'head', scriptLoading: 'defer', minify: false }),
      new FirstFramePlugin(),
      new RouteManifestPlugin(),
      new ServerFilePlugin(forServer(name, mode, { externals: {} })),
    ],
  });
}

/** A remote: one container that exposes `src/pages.ts`. */
function remote(name) {
  return (_env, { mode }) => ({
    ...base(name, mode),
    entry: {},
    output: { ...output(name, mode), publicPath: 'auto' },
    plugins: [
      ...plugins(mode),
      new ModuleFederationPlugin({
        ...federation,
        name,
        filename: hashed(mode, 'remoteEntry', 'js'),
        exposes: { './pages': './src/pages.ts' },
        shared: consumed,
        experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
      }),
      new RemoteManifestPlugin({ name }),
      // What exists once comes from the shell's own file for the server.
      new ServerFilePlugin(forServer(name, mode, { externals: Object.fromEntries(SINGLETONS.map((request) => [request, `commonjs2 ${request}`])) })),
    ],
  });
}

/** What is swapped in the files for the server, by others that need no browser. */
const withoutBrowser = {
  [path.join(SHARED_UI, 'lazy-again.ts')]: path.join(__dirname, 'webpack/only-in-browsers.mjs'),
  [path.join(__dirname, 'shell/src/remotes/pages.ts')]: path.join(__dirname, 'shell/src/remotes/pages-on-server.ts'),
};

/** The recipe of an app's one file for the server: the same sources and class names, without what is fetched later. */
function forServer(name, mode, { externals }) {
  return (context, entry) => {
    const { resolve, ...rest } = base(name, mode);
    return {
      ...rest,
      context,
      entry,
      target: 'node20',
      devtool: false,
      cache: false,
      output: { filename: 'server.cjs', library: { type: 'commonjs2' }, publicPath: `/${name}/`, uniqueName: `attune_${name}_server` },
      externals,
      resolve: { ...resolve, alias: { ...resolve.alias, ...withoutBrowser } },
      module: {
        rules: [scripts(), ...styleNames(name, mode === 'production'), { test: /\.(svg|webp|png)$/, type: 'asset/resource', generator: { emit: false } }],
        parser: { javascript: { dynamicImportMode: 'weak' } },
      },
      optimization: { minimizer: [scriptMinimizer()], splitChunks: false },
    };
  };
}

function base(name, mode) {
  const production = mode === 'production';
  return {
    mode,
    target: ['web', 'es2022'],
    // A page's policy forbids eval, so development uses a real map.
    devtool: production ? false : 'cheap-module-source-map',
    cache: production ? false : { type: 'filesystem', buildDependencies: { config: [__filename] } },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: production ? { ...lighter, ...routerForProduction } : lighter },
    module: { rules: [scripts(), ...styles(name, production), fonts(), { test: /\.(svg|webp|png)$/, type: 'asset/resource' }] },
    optimization: {
      minimizer: [scriptMinimizer(), new CssMinimizerPlugin()],
      splitChunks: { cacheGroups: { default: { minChunks: 2, chunks: belowPages, minSize: 8000 }, defaultVendors: false } },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}

/** The modules that open pages, those of the shell itself included. */
const PAGE_OPENERS = ['pages.ts', path.join('showcase', 'showcase-route.tsx'), path.join('session', 'session-gate.tsx')].map((file) => path.join('src', file));

/**
 * A page is one file, whatever it shares with the next page: a visitor mostly opens one, and requests cost more than the
 * few shared bytes. Only pieces that load after a page (dialogs, tabs) are split among themselves.
 */
function belowPages(chunk) {
  if (chunk.canBeInitial()) return false;
  return ![...chunk.groupsIterable].some((group) =>
    group.origins.some(({ module }) => !module?.resource || PAGE_OPENERS.some((opener) => module.resource.endsWith(opener))),
  );
}

function fonts() {
  return { test: /\.woff2$/, type: 'asset/resource', use: path.join(__dirname, 'webpack', 'font-subset-loader.cjs') };
}

/** Scripts only: the page's template keeps its comments, which the page server fills in. */
function scriptMinimizer() {
  return new MinimizerPlugin({
    test: /\.c?js$/,
    minify: MinimizerPlugin.swcMinify,
    minimizerOptions: { ecma: 2022, compress: { passes: 2 }, mangle: true },
  });
}

function output(name, mode) {
  return {
    uniqueName: `attune_${name}`,
    filename: hashed(mode, '[name]', 'js'),
    chunkFilename: hashed(mode, '[name]', 'js'),
    assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
    // A page that was opened before a deploy may still ask for yesterday's files.
    clean: { keep: isRecentHashedFile },
  };
}

function isRecentHashedFile(file) {
  if (!/\.[0-9a-f]{8}\./.test(file)) return false;
  const stat = fs.statSync(path.resolve('dist', file), { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < GRACE_PERIOD_MS;
}

function hashed(mode, name, extension) {
  return mode === 'production' ? `${name}.[contenthash:8].${extension}` : `${name}.${extension}`;
}

function scripts() {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2022',
        transform: { react: { runtime: 'automatic', development: false } },
      },
    },
  };
}

function classNames(name, production) {
  // Each app's own, as its name goes into the hash: six letters among a thousand names of a page.
  const localIdentName = production ? '[hash:base64:6]' : `${name}_[local]_[hash:base64:6]`;
  return { localIdentName, localIdentHashSalt: name, namedExport: false, exportLocalsConvention: 'as-is' };
}

/** The names alone: the styles themselves are the browser's. */
function styleNames(name, production) {
  const modules = { ...classNames(name, production), exportOnlyLocals: true };
  return [
    { test: /\.module\.css$/, loader: 'css-loader', options: { modules } },
    { test: /\.css$/, exclude: /\.module\.css$/, loader: 'css-loader', options: { modules: { exportOnlyLocals: true } } },
  ];
}

function styles(name, production) {
  const chain = (modules, ...more) => [
    MiniCssExtractPlugin.loader,
    { loader: 'css-loader', options: { importLoaders: more.length, modules } },
    ...more,
  ];
  const layered = (layer) => ({ loader: require.resolve('./webpack/cascade-layer.cjs'), options: { layer } });
  const cssModules = classNames(name, production);
  const components = path.join(SHARED_UI, 'components');
  return [
    { test: /\.module\.css$/, include: components, use: chain(cssModules, layered('components')) },
    { test: /\.module\.css$/, exclude: components, use: chain(cssModules) },
    { test: /\.css$/, exclude: /\.module\.css$/, use: chain(false, layered('base')) },
  ];
}

function plugins(mode) {
  const css = new MiniCssExtractPlugin({ filename: hashed(mode, '[name]', 'css'), chunkFilename: hashed(mode, '[name]', 'css') });
  if (mode !== 'production') return [css];
  // The servers hand out the files as they lie; what they read themselves needs no compressed twin.
  const files = { test: /\.(js|css|json|svg|html)$/, exclude: /^(index\.html|remote\.json|route-manifest\.json|shell\.json)$/, minRatio: 0.95 };
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [
    css,
    new CompressionPlugin({ ...files, filename: '[path][base].br', algorithm: 'brotliCompress', compressionOptions: quality }),
    new CompressionPlugin({ ...files, filename: '[path][base].gz', algorithm: 'gzip', compressionOptions: { level: 9 } }),
  ];
}

module.exports = { host, remote };
