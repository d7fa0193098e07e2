/**
 * Builds the web app and the API docs page from src/web into dist/web. Nothing is inline, since the
 * Content-Security-Policy forbids it. Files are also written compressed, so that the server compresses nothing,
 * and messages are compiled, so that the browser parses none.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fillPage } from './src/web/docs/page.ts';
import { BASE_LANGUAGE, LANGUAGES } from './src/languages/language.ts';
import { listsOf, wordFiles } from './src/languages/words.ts';

const root = join(import.meta.dirname, 'src/web');

// Always build React's production version, whatever NODE_ENV the shell has.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

export default defineConfig({
  root,
  plugins: [react(), apiPage(), messages(), words(), font(), pageFiles(), worker(), compressed()],
  resolve: {
    // Part of React since version 18.
    alias: { 'use-sync-external-store/shim': 'react' },
  },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      // All supported browsers preload modules natively.
      polyfill: false,
      // Every page has loaded these already; naming them would only lengthen the scripts.
      resolveDependencies: (_, files, { hostId }) =>
        files.filter((file) => !(hostId.includes('/boot-') ? /\/boot-/ : /\/(boot|react)-/).test(file)),
    },
    rolldownOptions: {
      input: {
        page: join(root, 'index.html'),
        docs: join(root, 'docs/page.html'),
        'service-worker': join(root, 'data/service-worker.ts'),
      },
      // The warning only says that the machine is slow.
      checks: { pluginTimings: false },
      output: {
        // Each group also has its imports, unless an earlier group has them. Few large files compress better
        // than many small ones.
        codeSplitting: {
          groups: [
            // With the styles of all pages: one request instead of five.
            { name: 'boot', test: /[\\/]src[\\/]web[\\/](boot\.ts|(?!docs).*\.css)$/ },
            // A separate file is evaluated in a separate task, which keeps a slow phone responsive.
            { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'app', test: /[\\/]src[\\/]web[\\/]main\.tsx$/ },
            // What the pages before signing in share.
            {
              name: 'auth',
              test: /[\\/]src[\\/]web[\\/](accounts|features[\\/]auth|base[\\/]ui)[\\/](?!passkey|identity)/,
              minShareCount: 2,
            },
            // The board needs it before anything that several pages share.
            { name: 'elements', test: /[\\/]warnings[\\/]elements\.ts$/ },
            // What several pages share. Those that only read need none of the forms. Passkeys and identities are
            // loaded only by pages on which somebody signs in.
            {
              name: 'parts',
              test: /[\\/](@tanstack|src)[\\/](?!.*(data[\\/](?!queries)|passkey|identity|timers|(photo|edit|import|preferences|profile)[\\/]))/,
              minShareCount: 2,
            },
            { name: 'forms', test: /[\\/](photo|edit|import|preferences|profile)[\\/]/, minShareCount: 2 },
          ],
        },
        // The service worker needs a stable name, and its scope is its folder.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash:7].js'),
        // The app's script names every file. 6 characters, 36 bits, tell the versions of one file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  // For `npm run web`: requests to the API go to `npm start`.
  server: { proxy: { '/app/api': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});

/** Makes the page of the API from its description. */
function apiPage(): Plugin {
  const description = join(import.meta.dirname, 'docs/openapi.json');
  return {
    name: 'api-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (page, { path }) =>
        path === '/docs/page.html' ? fillPage(page, JSON.parse(readFileSync(description, 'utf8'))) : page,
    },
  };
}

const LANGUAGES_FOLDER = join(import.meta.dirname, 'src/languages');
/** Parts whose messages are loaded with their page. All others are in `common`. */
const PAGE_PARTS = [
  'account',
  'auth',
  'cook',
  'day',
  'display',
  'import',
  'list',
  'menus',
  'onboarding',
  'preferences',
  'profile',
  'proposal',
  'recipes',
  'welcome',
];
/** Files that are loaded with another part. Warnings name allergens, whose names are in `recipes`. */
const LOADED_WITH: Record<string, string> = { diets: 'recipes', warnings: 'recipes' };
const SERVER_PARTS = ['calendar', 'lines', 'mail'];

/** Writes lists of words into the code that reads them on the server: `readWords('step-times')`. */
function words(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    transform(code) {
      if (!code.includes("import { readWords } from '#languages/words.ts'")) return undefined;
      return code
        .replace("{ readWords } from '#languages/words.ts'", "{ wordLists } from '#languages/word-lists.ts'")
        .replaceAll(/readWords\('([a-z-]+)'\)/g, (_, part: string) => {
          for (const file of wordFiles(part)) this.addWatchFile(file);
          return `wordLists('${part}', ${JSON.stringify(listsOf(part))})`;
        });
    },
  };
}

/**
 * Compiles messages: the constant `MESSAGES` of catalogue.ts loads them by language and part, and
 * `virtual:messages/de/common` has the common ones of a language. Where a language has no message, it is that of the base language.
 */
function messages(): Plugin {
  const prefix = 'virtual:messages/';
  const loaders = (language: string): string => {
    const parts = ['common', ...PAGE_PARTS];
    const loads = parts.map((part) => `${part}: () => import('${prefix}${language}/${part}')`);
    return `${language}: { ${loads.join(', ')} }`;
  };
  return {
    name: 'messages',
    transform: (code, id) =>
      id.endsWith('/i18n/catalogue.ts')
        ? `const MESSAGES = { ${LANGUAGES.map(loaders).join(', ')} };\n${code}`
        : undefined,
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [, language = '', part] = id.split('/');
      const files = readdirSync(join(LANGUAGES_FOLDER, BASE_LANGUAGE, 'messages')).filter((file) => {
        const name = file.replace('.json', '');
        const page = LOADED_WITH[name] ?? (PAGE_PARTS.includes(name) ? name : 'common');
        return page === part && !SERVER_PARTS.includes(name);
      });
      const paths = [BASE_LANGUAGE, language].flatMap((code) =>
        files.map((file) => join(LANGUAGES_FOLDER, code, 'messages', file)),
      );
      const texts: Record<string, string> = {};
      for (const path of paths.filter((path) => existsSync(path))) {
        this.addWatchFile(path);
        Object.assign(texts, JSON.parse(readFileSync(path, 'utf8')));
      }
      const compiled = Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}

/** Preloads the font, so that no text is rendered in another one first. */
function font(): Plugin {
  return {
    name: 'font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const typefaces = Object.keys(bundle).filter((file) => /-latin-wght-.*\.woff2$/.test(file));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return typefaces.map((file) => ({
          tag: 'link',
          attrs: { ...attrs, href: `/${file}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

/** The scripts of pages that are opened first. */
const PAGE_MODULES: Record<string, string> = {
  // For visitors.
  '/': 'features/welcome/welcome.tsx',
  '/list': 'features/list/list-page.tsx',
  '/list/:week': 'features/list/list-page.tsx',
  '/recipes': 'features/recipes/search/recipes-page.tsx',
  '/sign-in': 'features/auth/sign-in.tsx',
  '/sign-up': 'features/auth/sign-up.tsx',
  '/recipes/:recipe': 'features/recipes/page/recipe-page.tsx',
};

/**
 * Writes page-files.json: the scripts and styles of the app, and those of each page, besides those that index.html names.
 * The server lets browsers preload them; without that, those of a page would be known only after the app's script has run.
 */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        // The one that sends the first requests, then the largest.
        const app = ['boot', 'react', 'app'].flatMap((name) =>
          filesOf(chunks.filter((chunk) => chunk.name === name)),
        );
        const pages = Object.entries(PAGE_MODULES).map(([path, module]) => [
          path,
          collect(module).filter((file) => !app.includes(file)),
        ]);
        const source = JSON.stringify({ app, pages: Object.fromEntries(pages) });
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });

        /** A script with all that it imports, and their styles. */
        function collect(module: string): string[] {
          const first = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, module));
          if (!first) throw new Error(`No script has ${module}`);
          const found = new Set([first]);
          for (const { imports } of found) {
            for (const file of imports) found.add(bundle[file] as typeof first);
          }
          return filesOf([...found]);
        }

        function filesOf(some: typeof chunks): string[] {
          return some.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? []), chunk.fileName]);
        }
      },
    },
  };
}

/** Adds the list of files and a version hash of their content to the service worker. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      handler({ dir = '' }) {
        const files = readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true })
          .filter((entry) => entry.isFile() && !/^(service-worker\.js|page-files\.json)$/.test(entry.name))
          .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
          // The API docs page is not part of the app: devices do not cache it.
          .filter((file) => !/^(assets\/docs-|docs\/)/.test(file))
          .toSorted();
        const content = files.map((file) => hash('sha256', readFileSync(join(dir, file))));
        const built = {
          version: hash('sha256', content.join(), 'base64url').slice(0, 12),
          files: files.filter((file) => file !== 'index.html').map((file) => `/${file}`),
        };
        const path = join(dir, 'service-worker.js');
        writeFileSync(path, `const BUILT=${JSON.stringify(built)};${readFileSync(path, 'utf8')}`);
      },
    },
  };
}

/** Writes Brotli files, and gzip files for plain http, over which browsers do not accept Brotli. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      // It takes more than half of the time of a build, so all cores do it.
      await Promise.all(
        files
          .filter((name) => /\.(html|js|css|svg|webmanifest)$/.test(name))
          .map(async (file) => {
            const bytes = readFileSync(join(dir, file));
            writeFileSync(join(dir, `${file}.br`), await promisify(brotliCompress)(bytes, { params }));
            writeFileSync(join(dir, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
          }),
      );
    },
  };
}
