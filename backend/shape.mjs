// Prints the shape of the house: how big its areas are, and through how many files of the backend a request walks.
// Usage: node backend/shape.mjs [root of another checkout] [--targets]; with --targets it fails when the backend has outgrown them.
// - files: .ts and .tsx, without specs (*.spec.*, *-spec.*), test kits (folders named testing), declarations (.d.ts) and the generated
//   API schema. Lines are all lines, blank ones and comments too; p90 is the nearest rank. flat: folders with too many files directly in them.
// - services: classes with @Injectable() and exported classes in *.service.ts. One method: exactly one method that is neither private nor
//   protected, overloads being one; constructors, accessors, Nest's life-cycle hooks and what is inherited do not count.
// - foreign: import and re-export statements, type-only ones too. Backend: those into a domain (a folder of backend/src/modules) that the
//   file does not lie in itself. Frontends and shared-ui: those into another workspace of this repository; npm packages do not count.
// - a path: the static walk from a route's handler. Every body that is called, constructed, handed on or read as an accessor is read once;
//   a function written inside of a body is part of it. A method without a body, of an abstract class or an interface, stands for all
//   methods in the backend that implement it. A pipe, guard or interceptor that a decorator names is read where Nest calls it.
// - a path's hops: every place in what is read that names something of another file: a function, a constant (a message, a statement) or
//   a class, or an injected object that is handed on or whose data is read. `this.a.b()` is one hop, to b. The handler's decorators, its
//   class's and its parameters', and the classes of its parameters are a hop each. Other types and the fields of data are none.
// - a path's files: those with a body that is read, those whose constants are named in one and those whose classes are constructed there.
//   A file that is known only by a decorator, by a class as a value or a type, or by an injected object, is none.
// - Not followed: what constants and fields are made of, constructors of injected classes, how a decorator is made, global guards, pipes
//   and filters, the listeners of published events, and the jobs that a request leaves for the worker.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const BOOKINGS = ['POST /api/bookings', 'POST /api/bookings/verify', 'POST /api/bookings/manage/move', 'POST /api/client/rebook'];
const SIGN_IN = ['POST /api/auth/client/login', 'POST /api/auth/client/verify'];
const PATHS = [...BOOKINGS, ...SIGN_IN, 'PUT /api/therapist/bookings/{id}/status', 'GET /api/admin/activity'];
const MAX_FLAT = 14;
const MAX_FILES = { 'backend/src/modules': 180, 'backend/src/common': 45 };
const MAX_PATH = { path: 'POST /api/bookings', files: 25, hops: 170 };
const LIFE_CYCLE = new Set(['onModuleInit', 'onModuleDestroy', 'onApplicationBootstrap', 'beforeApplicationShutdown', 'onApplicationShutdown']);
const CALLED_BY_NEST = new Set(['transform', 'canActivate', 'intercept']);
const VERBS = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete']);
const words = process.argv.slice(2);
const root = resolve(words.find((word) => !word.startsWith('--')) ?? fileURLToPath(new URL('..', import.meta.url)));
const backend = join(root, 'backend', 'src');
const modules = join(backend, 'modules');
const workspaces = [...foldersOf(join(root, 'frontends')), join(root, 'shared-ui'), join(root, 'backend')]
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, packageName: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name }));

function foldersOf(folder) {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.filter(({ name }) => !['node_modules', 'dist', 'testing'].includes(name)).map(({ name }) => join(folder, name));
}

function isSource(path) {
  return /\.tsx?$/.test(path) && !/(\.d|[.-]spec)\.tsx?$/.test(path) && path !== join(root, 'shared-ui', 'src', 'api', 'schema.ts');
}

function sourcesIn(folder) {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return [...paths.filter(isSource), ...foldersOf(folder).flatMap(sourcesIn)];
}

const nameOf = (folder) => relative(root, folder).split(sep).join('/');
const rank = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
const isIn = (folder, path) => path.startsWith(folder + sep);
const fileOf = (node) => resolve(node.getSourceFile().fileName);
const has = (node, keyword) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind[keyword]) ?? false;
const classesOf = (sources) => sources.flatMap(({ statements }) => statements.filter(ts.isClassDeclaration));

function decoratorsOf(node) {
  const calls = (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []).map(({ expression }) => expression).filter(ts.isCallExpression);
  return calls.map((call) => ({ name: call.expression.getText(), argument: call.arguments[0] }));
}

function isService(declaration) {
  const byName = fileOf(declaration).endsWith('.service.ts') && has(declaration, 'ExportKeyword');
  return byName || decoratorsOf(declaration).some(({ name }) => name === 'Injectable');
}

function hasOneMethod(service) {
  const isOpen = (method) => !ts.isPrivateIdentifier(method.name) && !has(method, 'PrivateKeyword') && !has(method, 'ProtectedKeyword');
  const names = service.members.filter((member) => ts.isMethodDeclaration(member) && isOpen(member)).map(({ name }) => name.getText());
  return new Set(names.filter((name) => !LIFE_CYCLE.has(name))).size === 1;
}

/** The domain or the workspace a path lies in; the backend outside of the domains is none. */
function homeOf(path) {
  if (isIn(modules, path)) return relative(modules, path).split(sep)[0];
  return isIn(backend, path) ? undefined : workspaces.find(({ folder }) => isIn(folder, path))?.folder;
}

function isForeign({ moduleSpecifier: { text } }, path) {
  const byPath = text.startsWith('.') ? homeOf(resolve(dirname(path), text)) : undefined;
  const home = byPath ?? workspaces.find(({ packageName }) => `${text}/`.startsWith(`${packageName}/`))?.folder;
  return home !== undefined && home !== homeOf(path);
}

function flatFolders(folder) {
  const count = readdirSync(folder).filter((name) => isSource(join(folder, name))).length;
  return [...(count > MAX_FLAT ? [`${nameOf(folder)} (${count})`] : []), ...foldersOf(folder).flatMap(flatFolders)];
}

function measureArea(folder) {
  const sources = sourcesIn(folder).map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  const lines = sources.map(({ text }) => text.replace(/\n$/, '').split('\n').length).sort((a, b) => a - b);
  const services = classesOf(sources).filter(isService);
  const foreign = sources.flatMap(({ statements, fileName }) => statements.filter((each) => each.moduleSpecifier && isForeign(each, fileName)));
  const size = { files: sources.length, median: rank(lines, 0.5), p90: rank(lines, 0.9), max: rank(lines, 1) };
  const parts = { services: services.length, 'one method': services.filter(hasOneMethod).length };
  return { area: nameOf(folder), ...size, ...parts, foreign: foreign.length, flat: flatFolders(folder).length };
}

function readBackend() {
  const config = join(root, 'backend', 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, dirname(config));
  const program = ts.createProgram(sourcesIn(backend), options);
  return { checker: program.getTypeChecker(), classes: classesOf(program.getSourceFiles().filter((source) => isIn(backend, fileOf(source)))) };
}

const { checker, classes } = readBackend();

/** `/therapist/:id` and `/therapist/{id}` are one route. */
const routeOf = (...parts) => parts.join('/').replace(/:\w+|\{\w+\}/g, '*').replace(/\/+/g, '/').replace(/\/$/, '');

/** The handlers by verb and route, as the decorators say them. */
function readHandlers() {
  const textOf = (argument) => (argument && ts.isStringLiteralLike(argument) ? argument.text : '');
  const routesOf = (controller) => {
    const prefix = decoratorsOf(controller).find(({ name }) => name === 'Controller');
    const verbs = controller.members.flatMap((method) => decoratorsOf(method).map((decorator) => ({ ...decorator, method }))).filter(({ name }) => VERBS.has(name));
    return prefix ? verbs.map(({ name, argument, method }) => [routeOf(`${name.toUpperCase()} /api`, textOf(prefix.argument), textOf(argument)), method]) : [];
  };
  return new Map(classes.flatMap(routesOf));
}

/** The symbol that a name means, past imports. */
function meaningOf(name) {
  const shorthand = ts.isShorthandPropertyAssignment(name.parent);
  const symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(name.parent) : checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** What is read when a declaration is called: the function that it is, or the one that it holds. */
function bodyOf(declaration) {
  const { body, initializer } = declaration;
  if (body) return ts.isFunctionLike(declaration) ? declaration : undefined;
  return initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? initializer : undefined;
}

const isConstant = (declaration) => ts.isVariableDeclaration(declaration) || ts.isEnumDeclaration(declaration) || ts.isEnumMember(declaration);
const isMethod = (declaration) => ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration);
const isConstructed = (name) => ts.isNewExpression(name.parent) && name.parent.expression === name;

class Walk {
  files = new Set();
  hops = 0;
  #read = new Set();

  /** The handler, and what Nest reads before it calls it: the decorators of its class, the classes of its parameters. */
  from(handler) {
    this.#enter(handler);
    for (const decorator of ts.getDecorators(handler.parent) ?? []) this.#readNames(decorator);
    for (const { type } of handler.parameters) if (type && ts.isTypeReferenceNode(type)) this.#follow(type.typeName);
    return this;
  }

  #enter(body) {
    // A function inside of a body that was read has been read with it.
    if (ts.findAncestor(body, (node) => this.#read.has(node))) return;
    this.#read.add(body);
    this.files.add(fileOf(body));
    ts.forEachChild(body, (child) => this.#readNames(child));
  }

  #readNames(node) {
    if (ts.isTypeNode(node)) return;
    const { parent } = node;
    const declares = parent.name === node && !ts.isPropertyAccessExpression(parent) && !ts.isShorthandPropertyAssignment(parent);
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && !declares) this.#follow(node);
    ts.forEachChild(node, (child) => this.#readNames(child));
  }

  #follow(name) {
    const target = this.#targetOf(name);
    if (!target || (!bodyOf(target) && this.#isOnTheWay(name))) return;
    if (fileOf(target) !== fileOf(name)) this.hops += 1;
    const decorates = ts.findAncestor(name, ts.isDecorator) !== undefined;
    if (!decorates && (isConstant(target) || isConstructed(name))) this.files.add(fileOf(target));
    this.#bodiesOf(target, name, decorates).forEach((body) => this.#enter(body));
  }

  /** `a` of `a.b` or `this.a.b`, where b leads somewhere itself. */
  #isOnTheWay(name) {
    const whole = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name;
    return ts.isPropertyAccessExpression(whole.parent) && whole.parent.expression === whole && this.#targetOf(whole.parent.name) !== undefined;
  }

  /** Where a name leads, if to more than a type or a field of data. An injected object leads to its class. */
  #targetOf(name) {
    const declarations = meaningOf(name)?.declarations?.filter((each) => isIn(backend, fileOf(each))) ?? [];
    const target = declarations.find(bodyOf) ?? declarations.find((each) => isConstant(each) || isMethod(each) || ts.isClassDeclaration(each));
    const injected = target ? undefined : declarations.find((each) => ts.isParameterPropertyDeclaration(each, each.parent));
    const itsClass = injected && checker.getTypeAtLocation(injected).symbol?.valueDeclaration;
    return itsClass && ts.isClassDeclaration(itsClass) && isIn(backend, fileOf(itsClass)) ? itsClass : target;
  }

  #bodiesOf(target, name, decorates) {
    const byNest = (member) => decorates && CALLED_BY_NEST.has(member.name?.getText());
    const isCalled = (member) => member.body && (isConstructed(name) ? ts.isConstructorDeclaration(member) : byNest(member));
    if (ts.isClassDeclaration(target)) return target.members.filter(isCalled);
    if (decorates) return [];
    return isMethod(target) && !target.body ? this.#implementations(target.parent, target.name.getText()) : [bodyOf(target)].filter(Boolean);
  }

  #implementations({ name }, method) {
    const parent = name && checker.getSymbolAtLocation(name);
    const isParent = ({ expression }) => parent !== undefined && meaningOf(expression) === parent;
    const heirs = classes.filter(({ heritageClauses = [] }) => heritageClauses.some(({ types }) => types.some(isParent)));
    return heirs.flatMap((heir) => [...heir.members.filter((each) => each.body && each.name?.getText() === method), ...this.#implementations(heir, method)]);
  }
}

function measurePath(path, handler) {
  const walk = handler && new Walk().from(handler);
  return { path, files: walk?.files.size ?? 'no such route', hops: walk?.hops ?? '' };
}

function printTable(rows) {
  const all = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(String))];
  const widths = all[0].map((_, column) => Math.max(...all.map((cells) => cells[column].length)));
  for (const [first, ...rest] of all) console.log([first.padEnd(widths[0]), ...rest.map((cell, index) => cell.padStart(widths[index + 1]))].join('  '));
}

function printList(title, items) {
  console.log([`\n${title}:`, ...(items.length > 0 ? items : ['none'])].join('\n  '));
}

function outgrown(areas, paths) {
  const tooBig = areas.filter(({ area, files }) => files > MAX_FILES[area]).map(({ area, files }) => `${area}: ${files} files, at most ${MAX_FILES[area]}`);
  const { path, files, hops } = paths.find((each) => each.path === MAX_PATH.path);
  // Asked this way round, a route that is not found is too far as well.
  const tooFar = files <= MAX_PATH.files && hops <= MAX_PATH.hops ? [] : [`${path}: ${files} files, ${hops} hops, at most ${MAX_PATH.files} and ${MAX_PATH.hops}`];
  return [...tooBig, ...tooFar, ...flatFolders(backend).map((folder) => `${folder}: at most ${MAX_FLAT} files flat`)];
}

const uiFolders = workspaces.map(({ folder }) => folder).filter((folder) => basename(folder) !== 'backend');
const areas = [join(backend, 'common'), modules, ...foldersOf(modules), backend, ...uiFolders].map(measureArea);
const handlers = readHandlers();
const paths = PATHS.map((path) => measurePath(path, handlers.get(routeOf(path))));
printTable(areas);
printList(`Folders with more than ${MAX_FLAT} source files flat`, [backend, ...uiFolders].flatMap(flatFolders));
console.log();
printTable(paths);
if (words.includes('--targets')) {
  const misses = outgrown(areas, paths);
  printList('Over the targets', misses);
  process.exitCode = misses.length > 0 ? 1 : 0;
}
