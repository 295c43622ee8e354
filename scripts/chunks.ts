/**
 * Which files the app is cut into: by task, a handful. Left to itself the bundler makes one for each set of pages that share
 * a module: a hundred of them, most under 2 KB, and each costs a request, a look into a cache and a parse of its own.
 */

import { sep } from 'node:path';

interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const DATA = /\/reference\/(articles|places-data|districts-data|hindi-names)\./;
/** Of that, the names of districts in all languages: what the pages share asks for them at once. */
const DISTRICTS = /\/reference\/(districts|districts-data|hindi-names|once)\./;
/** What is large and needed by few, or data and nothing else, stays a file of its own. None of it imports code of ours. */
const APART = new RegExp(
  `node_modules/(leaflet|jsqr|@mediapipe|onnxruntime-web|pmtiles|fflate)/|/src/i18n/[^/]+\\.json|${DATA.source}`,
);

/** How one file asks for another: in none of the large ones, for the first script (src/begin.ts) is to be a small one. */
const ASKING = /vite\/preload-helper/;
/** What is there around every page, and the first page. */
const ENTRY = 'src/main.tsx';
const HOME = 'src/features/home/page.tsx';
/** The device's database, the client of the server, sync. */
const SERVICES = 'src/app/start.ts';
/** What comes into the frame right after the first picture. */
const LATER = 'src/app/later-parts.tsx';
/** The files that are made ready one by one, in this order, before what stands on them (src/app/foundations.ts). */
export const FOUNDATIONS = ['records', 'agreement', 'database', 'light', 'services'];
/** To make all schemas of the agreement at once is the longest piece of work of all: the first half of it, and the rest. */
const RECORDS = 'contract/report.ts';
const AGREEMENT = 'contract/protocol.ts';
/** Around most pages, and of little weight: no file of its own. */
const NEEDS = 'src/app/page-needs.tsx';
/** A page that does not have this one at once opens without the services, which come behind it. */
const DATABASE = 'src/store/db.ts';

/** All pages but the first, by their addresses. */
export const ROUTES = 'src/app/routes.tsx';
/** The page behind each first look (contract/first-looks.ts) but that of the front page. */
export const MAIN_PAGES = {
  'people.html': 'src/features/browse/list/list-page.tsx',
  'things.html': 'src/features/browse/list/list-page.tsx',
  'record.html': 'src/features/browse/details/details-page.tsx',
  'lost.html': 'src/app/scan-route.tsx',
  'found.html': 'src/app/scan-route.tsx',
  'scan.html': 'src/app/scan-route.tsx',
  'post.html': 'src/features/report/post-page.tsx',
  'outbox.html': 'src/features/outbox/page.tsx',
  'login.html': 'src/features/auth/login-page.tsx',
  'register.html': 'src/features/auth/register-page.tsx',
} as const;

/** For the bundler: which module goes into which of these files; of the others it decides by itself. */
export function cutByTask(root: string): CodeSplitting {
  let tasks: Map<string, string> | undefined;
  const name = (id: string, graph: Graph): string | null => {
    if (ASKING.test(id)) return 'asking';
    if (DISTRICTS.test(id)) return 'rare';
    tasks ??= assign(root, graph);
    return tasks.get(id) ?? null;
  };
  // What a module needs is in its own file or in one before: taken along instead, the files would wait for one another.
  return { includeDependenciesRecursively: false, groups: [{ name, debugName: 'by task' }] };
}

interface CodeSplitting {
  includeDependenciesRecursively: boolean;
  groups: { name: (id: string, graph: Graph) => string | null; debugName: string }[];
}

function assign(root: string, graph: Graph): Map<string, string> {
  const at = (path: string): string => root + sep + path;
  const tasks = new Map<string, string>();
  /** It would bring kilobytes of data along to every page of its file. */
  const bringsData = (id: string): boolean =>
    graph.getModuleInfo(id)?.importedIds.some((one) => DATA.test(one)) ?? false;
  const give = (task: string, ids: Iterable<string>): void => {
    for (const id of ids) if (!tasks.has(id) && !APART.test(id) && !bringsData(id)) tasks.set(id, task);
  };
  const later = [...entries(graph, at(ENTRY))];
  const needed = later.map((entry) => closure(graph, entry));
  const light = needed.filter((set, i) => /page\.tsx$/.test(later[i] ?? '') && !set.has(at(DATABASE)));
  const shared = (sets: readonly Set<string>[]): string[] =>
    [...new Set(sets.flatMap((set) => [...set]))].filter((id) => sets.filter((set) => set.has(id)).length > 1);
  // What only pages for few share, and dialogs that are seldom opened, is not brought along to those that all come to.
  const pages = [ROUTES, ...Object.values(MAIN_PAGES)];
  const main = new Set(needed.filter((_, i) => pages.some((path) => later[i] === at(path))).flatMap((set) => [...set]));
  const isMain = (id: string): boolean => main.has(id);
  // The entry itself waits for its texts while others load what stands beside it: it stays by itself.
  for (const path of [ENTRY, HOME])
    give(
      'start',
      [...closure(graph, at(path))].filter((id) => id !== at(ENTRY)),
    );
  give('records', closure(graph, at(RECORDS)));
  give('agreement', closure(graph, at(AGREEMENT)));
  give('database', closure(graph, at(DATABASE)));
  give('light', [...shared(light).filter(isMain), ...closure(graph, at(NEEDS))]);
  give('services', closure(graph, at(SERVICES)));
  give(
    'frame',
    [...closure(graph, at(LATER))].filter((id) => id !== at(LATER)),
  );
  give('pages', shared(needed).filter(isMain));
  give('rare', shared(needed));
  return tasks;
}

/** A module and all that it imports at once. */
function closure(graph: Graph, entry: string): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(entry);
  return seen;
}

/** What is imported when it is needed, from anywhere behind the entry. */
function entries(graph: Graph, entry: string): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    for (const each of info?.dynamicallyImportedIds ?? []) {
      found.add(each);
      visit(each);
    }
    info?.importedIds.forEach(visit);
  };
  visit(entry);
  return found;
}
